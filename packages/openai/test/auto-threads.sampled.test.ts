import type { Step, Thread, ThreadlineOptions } from "@threadline/core";
import { Threadline } from "@threadline/core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { callOptions, observe, observeRealtime, type RecorderOptions } from "../src/index.ts";
import { majors } from "./majors.ts";
import { type Recording, startRecording } from "./recording.ts";
import { type ReplayServer, startReplay } from "./replay-server.ts";
import { helpers, tools } from "./scenarios.ts";

let replay: ReplayServer;
let recording: Recording;

beforeAll(async () => {
  replay = await startReplay();
  recording = startRecording();
});
afterEach(() => {
  replay.check();
  recording.check();
});
afterAll(async () => {
  await replay.close();
  await recording.close();
});

const model = "gpt-4o-mini";
const messages = [{ role: "user" as const, content: "When do you open?" }];

let count = 0;

describe.each(newestOf(majors))("openai $major", ({ module: { OpenAI } }) => {
  /** Creates a client whose calls have a tag, by which the test finds their steps. */
  function start(options: RecorderOptions = {}) {
    count += 1;
    const tag = `auto-${count}`;
    const openai = observe(new OpenAI({ apiKey: "key", baseURL: replay.url, maxRetries: 0 }), {
      client: recording.client,
      tags: [tag],
      ...options,
    });
    return { openai, steps: () => recording.tagged(tag) };
  }

  /** Creates a client whose provider numbers its responses. */
  function startResponses(name: string, client = recording.client, tag = name) {
    let answered = 0;
    const fetch: ThreadlineOptions["fetch"] = async (_url, init) => {
      const { conversation } = JSON.parse(String(init?.body)) as { conversation?: string };
      answered += 1;
      const id = `resp_${name}_${answered}`;
      return Response.json(
        conversation === undefined ? { id, output: [] } : { id, output: [], conversation: { id: conversation } },
      );
    };
    return observe(new OpenAI({ apiKey: "key", baseURL: "http://provider.test/v1", fetch }), {
      client,
      tags: [tag],
    });
  }

  const threadOf = async (step: Step | undefined): Promise<Thread | null> =>
    recording.client.api.getThread(step?.threadId ?? "none");

  test("a call outside any thread gets one, named after the first user message", async () => {
    const { openai, steps } = start();
    await openai.chat.completions.create({ model, messages: [{ role: "system", content: "Be brief." }, ...messages] });
    await openai.chat.completions.create({ model, messages });
    const [first, second] = await steps();
    expect((await threadOf(first))?.name).toBe("When do you open?");
    expect(second?.threadId).toEqual(expect.any(String));
    expect(second?.threadId).not.toBe(first?.threadId);
    expect(first?.parentId).toBeNull();
  });

  test("a message with parts names the thread by its text", async () => {
    const { openai, steps } = start();
    const image = { type: "image_url" as const, image_url: { url: "https://shop.test/door.png" } };
    const content = [image, { type: "text" as const, text: "Is this your door?" }];
    await openai.chat.completions.create({ model, messages: [{ role: "user", content }] });
    expect((await threadOf((await steps())[0]))?.name).toBe("Is this your door?");
  });

  test("a call that fails gets a thread, too", async () => {
    const { openai, steps } = start();
    await expect(openai.chat.completions.create({ model: "fails-400", messages })).rejects.toThrow("400");
    const [step] = await steps();
    expect(step?.error).toContain("400");
    expect((await threadOf(step))?.name).toBe("When do you open?");
  });

  test("inside a thread or a run nothing changes", async () => {
    const { openai, steps } = start();
    const thread = recording.client.thread({ name: "mine" });
    await thread.wrap(() => openai.chat.completions.create({ model, messages }));
    await recording.client.run({ name: "run" }).wrap(() => openai.chat.completions.create({ model, messages }));
    const [inThread, inRun] = await steps();
    expect(inThread?.threadId).toBe(thread.id);
    expect((await threadOf(inThread))?.name).toBe("mine");
    expect(inRun).toMatchObject({ threadId: null, parentId: expect.any(String) });
  });

  test("autoThread: false leaves calls without a thread", async () => {
    const { openai, steps } = start({ autoThread: false });
    await openai.chat.completions.create({ model, messages }, callOptions({ conversationId: "none of this" }));
    expect((await steps())[0]).toMatchObject({ type: "llm", parentId: null, threadId: null });
    expect(await recording.client.api.getThread("none of this")).toBeNull();
  });

  test("calls on single texts get a thread only if they name a conversation", async () => {
    const { openai, steps } = start();
    await openai.embeddings.create({ model: "text-embedding-3-small", input: ["one", "two"] });
    await openai.moderations.create({ input: "You are late." });
    const id = `moderated-${count}`;
    await openai.moderations.create({ input: "You are late." }, callOptions({ conversationId: id }));
    expect((await steps()).map(({ threadId }) => threadId)).toStrictEqual([null, null, id]);
  });

  test("calls of one conversation share a thread, which keeps its first name", async () => {
    const { openai, steps } = start();
    const id = `conversation-${count}`;
    await openai.chat.completions.create({ model, messages }, callOptions({ conversationId: id }));
    const more = [...messages, { role: "assistant" as const, content: "At nine." }];
    const later = [...more, { role: "user" as const, content: "And on Sundays?" }];
    await openai.chat.completions.create({ model, messages: later }, callOptions({ conversationId: id }));
    expect((await steps()).map(({ threadId }) => threadId)).toStrictEqual([id, id]);
    expect((await recording.client.api.getThread(id))?.name).toBe("When do you open?");
  });

  test("a conversation that continues in another process is not renamed", async () => {
    const id = `resumed-${(count += 1)}`;
    const server = recording.client;
    await server.thread({ id, name: "Opening hours" }).upsert();
    const { openai } = start();
    const later = [{ role: "assistant" as const, content: "At nine." }, ...messages];
    await openai.chat.completions.create({ model, messages: later }, callOptions({ conversationId: id }));
    // Many applications store the conversation themselves, and send only the newest message.
    await start().openai.chat.completions.create({ model, messages }, callOptions({ conversationId: id }));
    await recording.client.flush();
    expect(await recording.client.api.getThread(id)).toMatchObject({
      name: "Opening hours",
      steps: [{ type: "llm" }, { type: "llm" }],
    });
  });

  test("the calls and tools of runTools are one thread", async () => {
    const { openai, steps } = start();
    const runner = helpers(openai).runTools({ model: "gpt-4o-tools", messages: [...messages], tools: tools() });
    await runner.finalContent();
    const thread = await threadOf((await steps())[0]);
    expect(thread?.name).toBe("When do you open?");
    // Steps that start in the same millisecond have no defined order, so only their times are compared.
    const all = thread?.steps ?? [];
    const [called, answered] = all.filter(({ type }) => type === "llm");
    const ran = all.filter(({ type }) => type === "tool");
    expect([all.length, ran.length]).toStrictEqual([4, 2]);
    for (const { startTime, endTime } of ran) {
      expect(Date.parse(startTime ?? "")).toBeGreaterThanOrEqual(Date.parse(called?.endTime ?? ""));
      expect(Date.parse(answered?.startTime ?? "")).toBeGreaterThanOrEqual(Date.parse(endTime ?? ""));
    }
    const id = `tools-${(count += 1)}`;
    await helpers(openai)
      .runTools(
        { model: "gpt-4o-tools", messages: [...messages], tools: tools() },
        callOptions({ conversationId: id }, {}),
      )
      .finalContent();
    await recording.client.flush();
    expect((await recording.client.api.getThread(id))?.steps).toHaveLength(4);
  });

  test("a response joins the thread of the previous response, even of another process", async () => {
    const tag = `chain-${(count += 1)}`;
    const openai = startResponses(tag);
    const ask = (previous?: number) =>
      openai.responses.create({
        model: "gpt-5-mini",
        input: previous === undefined ? "When do you open?" : "And on Sundays?",
        ...(previous !== undefined && { previous_response_id: `resp_${tag}_${previous}` }),
      });
    await ask();
    await ask(1);
    await ask(2);
    await ask();
    const thread = recording.client.thread();
    await thread.wrap(() => ask());
    await ask(5);
    const threads = (await recording.tagged(tag)).map(({ threadId }) => threadId);
    const [first, , , other] = threads;
    expect(threads).toStrictEqual([first, first, first, other, thread.id, thread.id]);
    expect(other).not.toBe(first);
    expect((await recording.client.api.getThread(first ?? ""))?.name).toBe("When do you open?");
  });

  test("another process finds the thread of a first response", async () => {
    const tag = `processes-${(count += 1)}`;
    await startResponses(tag).responses.create({ model: "gpt-5-mini", input: "When do you open?" });
    const previous = { previous_response_id: `resp_${tag}_1` };
    await startResponses(`${tag}-other`).responses.create({ model: "gpt-5-mini", input: "And Sundays?", ...previous });
    const [step] = await recording.tagged(tag);
    const thread = await threadOf(step);
    expect(thread).toMatchObject({ name: "When do you open?" });
    expect(thread?.steps).toHaveLength(2);
  });

  test("a key that may only record asks once for the thread of another process, and still records", async () => {
    const tag = `limited-${(count += 1)}`;
    let questions = 0;
    const fetch: ThreadlineOptions["fetch"] = async (input, init) => {
      const request = new Request(input, init);
      if (!(await request.clone().text()).includes("generations(")) return recording.fetch(request);
      questions += 1;
      return Response.json({ data: null, errors: [{ message: "no", extensions: { code: "FORBIDDEN" } }] });
    };
    const client = new Threadline({ apiKey: "key-of-the-test", fetch });
    const openai = startResponses(tag, client);
    const ask = (previous: string) =>
      openai.responses.create({ model: "gpt-5-mini", input: "And then?", previous_response_id: previous });
    await ask(`resp_${tag}_elsewhere`);
    await ask(`resp_${tag}_1`);
    await client.flush();
    await ask(`resp_${tag}_other`);
    await client.flush();
    expect(questions).toBe(1);
    const elsewhere = `resp_${tag}_elsewhere`;
    const threads = (await recording.tagged(tag)).map(({ threadId }) => threadId);
    expect(threads).toStrictEqual([elsewhere, elsewhere, `resp_${tag}_other`]);
  });

  test("a sampled thread is recorded as a whole by every process", async () => {
    const tag = `sampled-${(count += 1)}`;
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    for (const number of numbers) {
      const id = `${tag}-${number}`;
      const [one, other] = [id, `${id}-other`].map((name) => {
        const client = new Threadline({ apiKey: "key-of-the-test", sampleRate: 0.5, fetch: recording.fetch });
        return { client, openai: startResponses(name, client, tag) };
      });
      await one!.openai.responses.create({ model: "gpt-5-mini", input: "When?" });
      await one!.client.flush();
      for (const previous_response_id of [`resp_${id}_1`, `resp_${id}-other_1`]) {
        await other!.openai.responses.create({ model: "gpt-5-mini", input: "And then?", previous_response_id });
      }
      await other!.client.flush();
    }
    const counts = new Map<unknown, number>();
    for (const { threadId } of await recording.tagged(tag)) counts.set(threadId, (counts.get(threadId) ?? 0) + 1);
    expect(new Set(counts.values())).toStrictEqual(new Set([3]));
    expect(counts.size).toBeLessThan(numbers.length);
  });

  test("responses of one conversation of the provider share a thread", async () => {
    const tag = `provided-${(count += 1)}`;
    const openai = startResponses(tag);
    const conversation = `conv_${tag}`;
    for (const input of ["When do you open?", "And on Sundays?"]) {
      await openai.responses.create({ model: "gpt-5-mini", input, conversation } as never);
    }
    await recording.client.flush();
    const thread = await recording.client.api.getThread(conversation);
    expect(thread?.steps).toHaveLength(2);
    expect(thread?.name).toBe("When do you open?");
  });

  test("unsampled calls have no thread", async () => {
    const requests: string[] = [];
    const fetch: ThreadlineOptions["fetch"] = async (url) => {
      requests.push(String(url));
      return Response.json({});
    };
    const client = new Threadline({ apiKey: "key", sampleRate: 0, fetch });
    await start({ client }).openai.chat.completions.create({ model, messages });
    await client.flush();
    expect(requests).toStrictEqual([]);
  });
});

test("the responses of a realtime session are one thread", async () => {
  const listeners: ((event: object) => void)[] = [];
  const tag = `realtime-${(count += 1)}`;
  observeRealtime(
    { on: (_type, listener) => void listeners.push(listener) },
    { client: recording.client, tags: [tag] },
  );
  const emit = (event: object): void => listeners.forEach((listener) => listener(event));
  const said = { id: "item_1", type: "message", role: "user", content: [{ type: "input_text", text: "When?" }] };
  emit({ type: "conversation.item.created", item: said });
  for (const id of ["resp_1", "resp_2"]) {
    emit({ type: "response.created", response: { id, conversation_id: `conv_${tag}` } });
    emit({ type: "response.done", response: { id, conversation_id: `conv_${tag}`, output: [] } });
  }
  expect((await recording.tagged(tag)).map(({ threadId }) => threadId)).toStrictEqual([`conv_${tag}`, `conv_${tag}`]);
  expect((await recording.client.api.getThread(`conv_${tag}`))?.name).toBe("When?");
});
