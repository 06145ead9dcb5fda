import { setTimeout } from "node:timers/promises";
import type { Step, ThreadlineOptions } from "@threadline/core";
import type OpenAI from "openai";
import { toFile } from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { callOptions, instrument, observe, type RecorderOptions } from "../src/index.ts";
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

const messages = [{ role: "user" as const, content: "When do you open?" }];
const model = "gpt-4o-mini";

describe.each(newestOf(majors))("openai $major", ({ module }) => {
  const make = (options: RecorderOptions = {}): OpenAI => {
    const openai = new module.OpenAI({ apiKey: "key", baseURL: replay.url, maxRetries: 0 });
    return observe(openai, { client: recording.client, ...options });
  };

  /** Records calls within a run, and returns their steps. */
  async function record(work: (openai: OpenAI) => unknown, options?: RecorderOptions): Promise<Step[]> {
    const run = recording.client.run({ name: "run" });
    await run.wrap(async () => {
      await work(make(options));
    });
    return recording.below(run.id);
  }

  async function read(stream: AsyncIterable<unknown>): Promise<unknown[]> {
    const events: unknown[] = [];
    for await (const event of stream) events.push(event);
    return events;
  }

  test("a failed call is recorded with its error", async () => {
    const [step] = await record((openai) =>
      openai.chat.completions.create({ model: "fails-429", messages }).catch(() => 0),
    );
    expect(step).toMatchObject({ error: "RateLimitError: 429 It went wrong.", input: { content: messages } });
    expect(step?.generation?.error).toBe("RateLimitError: 429 It went wrong.");
    expect(step?.endTime).toEqual(expect.any(String));
  });

  test("attempts of one call are one record", async () => {
    const steps = await record((openai) =>
      openai.chat.completions.create({ model: "fails-500", messages }, { maxRetries: 1 }).catch(() => 0),
    );
    expect(steps).toHaveLength(1);
  });

  test("a response that cannot be decoded is recorded with the error", async () => {
    const [step] = await record((openai) =>
      openai.chat.completions.create({ model: "answers-text", messages }).catch(() => 0),
    );
    expect(step?.error).toMatch(/^(SyntaxError|FetchError): /u);
  });

  test("an interrupted stream is recorded with the received part", async () => {
    const [step] = await record(async (openai) => {
      for await (const _ of await openai.chat.completions.create({ model: "hangs", messages, stream: true })) break;
    });
    expect(step).toMatchObject({ output: { role: "assistant" }, generation: { metadata: { answer: "broken off" } } });
  });

  test("an aborted stream is recorded with the received part", async () => {
    const [step] = await record(async (openai) => {
      const stream = await openai.chat.completions.create({ model: "hangs", messages, stream: true });
      for await (const _ of stream) void setTimeout(5).then(() => stream.controller.abort());
    });
    expect(step?.generation?.metadata).toMatchObject({ answer: "aborted" });
  });

  test("a stream that the server breaks is recorded with its error", async () => {
    const [step] = await record(async (openai) => {
      await read(await openai.chat.completions.create({ model: "breaks", messages, stream: true })).catch(() => 0);
    });
    expect(step).toMatchObject({ output: { content: "One two" }, generation: { metadata: { answer: "failed" } } });
    expect(step?.error).toMatch(/terminated|premature close/iu);
  });

  test("a stream with an error event is recorded with it", async () => {
    const [step] = await record(async (openai) => {
      await read(await openai.chat.completions.create({ model: "errors-midway", messages, stream: true })).catch(
        () => 0,
      );
    });
    expect(step).toMatchObject({ error: "APIError: The server had an error.", output: { content: "One two" } });
  });

  test("an unread stream is recorded as such, and completed when it is read", async () => {
    const run = recording.client.run({ name: "run" });
    const stream = await run.wrap(() => make().chat.completions.create({ model, messages, stream: true }));
    const [unread] = await recording.below(run.id);
    expect(unread).toMatchObject({ input: { content: messages }, generation: { metadata: { answer: "unread" } } });
    await read(stream);
    const [step, ...others] = await recording.below(run.id);
    expect(others).toStrictEqual([]);
    expect(step).toMatchObject({ id: unread?.id, output: { content: "We open at nine." } });
    expect(step?.generation?.metadata).not.toHaveProperty("answer");
  });

  test("a raw response is recorded as unread, even when the promise is never awaited", async () => {
    const steps = await record(async (openai) => {
      const { submitted } = recording.client.stats();
      await openai.chat.completions.create({ model, messages }).asResponse();
      void openai.chat.completions.create({ model, messages });
      await expect.poll(() => recording.client.stats().submitted - submitted).toBe(2);
    });
    expect(steps.map(({ generation }) => generation?.metadata)).toMatchObject([
      { answer: "unread" },
      { answer: "unread" },
    ]);
  });

  test("both halves of a split stream are one record", async () => {
    const steps = await record(async (openai) => {
      const halves = (await openai.chat.completions.create({ model, messages, stream: true })).tee();
      await Promise.all(halves.map(read));
    });
    expect(steps.map(({ output }) => output?.["content"])).toStrictEqual(["We open at nine."]);
  });

  test("a stream without reported usage is estimated by the service", async () => {
    const [step] = await record(async (openai) =>
      read(await openai.chat.completions.create({ model, messages, stream: true })),
    );
    expect(step?.generation).toMatchObject({ tokenCountEstimated: true, tokenCount: expect.any(Number) as number });
  });

  test("every choice is recorded, with its logprobs", async () => {
    const [whole] = await record((openai) => openai.chat.completions.create({ model, messages, n: 2 }));
    expect(whole).toMatchObject({
      output: { choices: [{ message: { content: "Nine." } }, { message: { content: "At nine." } }] },
      generation: { messageCompletion: { content: "Nine." }, metadata: { logprobs: { content: [{ token: "Nine" }] } } },
    });
    const [streamed] = await record(async (openai) =>
      read(await openai.chat.completions.create({ model, messages, n: 2, stream: true })),
    );
    expect(streamed?.output).toMatchObject({
      choices: [
        { message: { content: "AC" }, finish_reason: "stop", logprobs: { content: [{ token: "A" }, { token: "C" }] } },
        { message: { content: "B" }, finish_reason: "length" },
      ],
    });
  });

  test("reasoning and cached tokens are recorded", async () => {
    const [step] = await record(async (openai) =>
      read(await openai.chat.completions.create({ model: "deepseek-reasoner", messages, stream: true })),
    );
    expect(step).toMatchObject({
      output: { content: "At nine.", reasoning_content: "They open early." },
      generation: { tokenCount: 29, metadata: { reasoningTokenCount: 15, cachedTokenCount: 8 } },
    });
  });

  test("all tool calls of a chunk are recorded, and tools run as steps", async () => {
    const ran: unknown[] = [];
    const steps = await record((openai) =>
      helpers(openai)
        .runTools({ model: "gpt-4o-tools", messages: [...messages], tools: tools(ran), stream: true })
        .finalContent(),
    );
    expect(ran).toStrictEqual(["monday", "friday"]);
    expect(steps.map(({ type, name }) => [type, name])).toStrictEqual([
      ["llm", "gpt-4o-tools"],
      ["tool", "opening_hours"],
      ["tool", "opening_hours"],
      ["llm", "gpt-4o-tools"],
    ]);
    expect(steps[0]?.generation).toMatchObject({
      tools: [{ type: "function", function: { name: "opening_hours", parameters: { type: "object" } } }],
      messageCompletion: {
        tool_calls: [
          { id: "call_1", function: { name: "opening_hours", arguments: '{"day":"monday"}' } },
          { id: "call_2", function: { name: "opening_hours", arguments: '{"day":"friday"}' } },
        ],
      },
    });
    expect(steps[1]).toMatchObject({ input: { day: "monday" }, output: { output: "monday: 9" } });
    expect(steps[3]?.output).toMatchObject({ content: "Nine on both days." });
  });

  test("a tool call is one step, even if the client is observed and its class is instrumented", async () => {
    const undo = instrument({ OpenAI: module.OpenAI, client: recording.client });
    const steps = await record((openai) =>
      helpers(openai)
        .runTools({ model: "gpt-4o-tools", messages: [...messages], tools: tools() })
        .finalContent(),
    ).finally(undo);
    expect(steps.map(({ type }) => type)).toStrictEqual(["llm", "tool", "tool", "llm"]);
  });

  test("an instrumented class records the calls of its clients once, until it is undone", async () => {
    const openai = new module.OpenAI({ apiKey: "key", baseURL: replay.url });
    const run = recording.client.run({ name: "run" });
    await run.wrap(async () => {
      const undoFirst = instrument({ OpenAI: module.OpenAI, client: recording.client, name: "first" });
      const undoSecond = instrument({ OpenAI: module.OpenAI, client: recording.client, name: "second" });
      await openai.chat.completions.create({ model, messages });
      undoSecond();
      await openai.chat.completions.create({ model, messages });
      undoFirst();
      undoFirst();
      await openai.chat.completions.create({ model, messages });
    });
    expect((await recording.below(run.id)).map(({ name }) => name)).toStrictEqual(["second", "first"]);
    expect(Object.getOwnPropertySymbols(module.OpenAI.prototype)).toStrictEqual([]);
  });

  test("options of the client and of the call are recorded on the step and the generation", async () => {
    const run = recording.client.run({ name: "run" });
    await run.wrap(async () => {
      const openai = make({ tags: ["all"], metadata: { team: "support" }, stepId: `first-${run.id}` });
      const options = callOptions({ tags: ["one"], metadata: { user: "amara" }, name: "greeting" }, { timeout: 5_000 });
      await openai.chat.completions.create({ model, messages }, options);
      const old = { literalaiTags: ["old"], literalaiMetadata: { from: "old" }, literalaiStepId: `old-${run.id}` };
      await openai.chat.completions.create({ model, messages }, old as object);
    });
    const [first, second] = await recording.below(run.id);
    expect(first).toMatchObject({
      id: `first-${run.id}`,
      name: "greeting",
      metadata: { team: "support", user: "amara" },
      generation: { metadata: { team: "support", user: "amara" } },
    });
    expect(first?.tags?.toSorted()).toStrictEqual(["all", "one"]);
    expect(first?.generation?.tags?.toSorted()).toStrictEqual(["all", "one"]);
    expect(second).toMatchObject({ id: `old-${run.id}`, name: model, metadata: { team: "support", from: "old" } });
  });

  test("messages of a prompt are recorded with the prompt and its variables", async () => {
    const prompt = await recording.client.api.getOrCreatePrompt("opening", [
      { role: "user", content: "When is {{day}}?" },
    ]);
    const [step] = await record((openai) =>
      openai.chat.completions.create({ model, messages: prompt.formatMessages({ day: "Monday" }) }),
    );
    expect(step?.generation).toMatchObject({
      variables: { day: "Monday" },
      messages: [{ role: "user", content: "When is Monday?", templated: true, uuid: prompt.templateMessages[0]?.uuid }],
    });
  });

  test("a response is recorded with its reasoning, tool calls and links", async () => {
    const [step] = await record((openai) =>
      openai.responses.create({
        model: "gpt-5-mini",
        instructions: "Be brief.",
        previous_response_id: "resp_0",
        input: [{ role: "user", content: [{ type: "input_text", text: "When?" }] }],
        tools: [
          { type: "function", name: "opening_hours", parameters: {}, strict: true },
          { type: "web_search_preview" },
        ],
      }),
    );
    expect(step?.generation).toMatchObject({
      model: "gpt-5-mini-2025-08-07",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "When?" }] },
      ],
      messageCompletion: {
        content: "At nine.",
        reasoning: "Shops open early.",
        tool_calls: [{ id: "call_9", type: "function", function: { name: "opening_hours" } }],
      },
      tools: [{ function: { name: "opening_hours" } }, { type: "web_search_preview" }],
      inputTokenCount: 20,
      outputTokenCount: 12,
      metadata: { responseId: "resp_1", previousResponseId: "resp_0", cachedTokenCount: 16, reasoningTokenCount: 8 },
    });
  });

  test("a streamed response is recorded, complete or interrupted", async () => {
    const [whole, broken] = await record(async (openai) => {
      const body = { model: "gpt-5-mini", input: "When?", stream: true } as const;
      await read(await openai.responses.create(body));
      for await (const event of await openai.responses.create(body))
        if (event.type === "response.output_text.delta") break;
    });
    expect(whole).toMatchObject({ output: { content: "At nine." }, generation: { tokenCount: 32 } });
    expect(whole?.generation?.ttFirstToken).toBeGreaterThan(0);
    expect(broken).toMatchObject({
      output: { content: "At" },
      generation: { metadata: { responseId: "resp_2", answer: "broken off" } },
    });
  });

  test("a response in the background is completed when it is fetched", async () => {
    const run = recording.client.run({ name: "run" });
    const openai = make();
    await run.wrap(() => openai.responses.create({ model: "gpt-5-mini", input: "When?", background: true }));
    const [started] = await recording.below(run.id);
    expect(started).toMatchObject({ endTime: null, generation: { metadata: { status: "queued" } } });
    await openai.responses.retrieve("resp_bg");
    const [ended, ...others] = await recording.below(run.id);
    expect(others).toStrictEqual([]);
    expect(ended).toMatchObject({
      output: { content: "At nine, after some thought." },
      generation: { tokenCount: 32, metadata: { status: "completed" } },
    });
  });

  test("a response that failed is recorded with its error", async () => {
    const [step] = await record((openai) => openai.responses.create({ model: "gpt-5-fails", input: "When?" }));
    expect(step?.error).toBe("server_error: The model failed.");
  });

  test("embeddings are recorded without their vectors", async () => {
    const [step] = await record((openai) =>
      openai.embeddings.create({ model: "text-embedding-3-small", input: ["one", "two"] }),
    );
    expect(step).toMatchObject({
      type: "embedding",
      input: { content: ["one", "two"] },
      output: { count: 2, dimensions: 4 },
      generation: { inputTokenCount: 6, tokenCount: 6 },
    });
  });

  test("images and audio become attachments", async () => {
    const steps = await record(async (openai) => {
      const url = `data:image/png;base64,${"A".repeat(2048)}`;
      await openai.chat.completions.create({
        model,
        messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
      });
      await openai.chat.completions.create({
        model: "gpt-4o-audio-preview",
        messages,
        audio: { voice: "alloy", format: "mp3" },
      });
      await openai.images.generate({ model: "gpt-image-1", prompt: "a shop" });
      const file = await toFile(Buffer.alloc(2048, 2), "question.wav", { type: "audio/wav" });
      await openai.audio.transcriptions.create({ model: "gpt-4o-transcribe", file });
      await (
        await openai.audio.speech.create({ model: "gpt-4o-mini-tts", voice: "alloy", input: "At nine." })
      ).arrayBuffer();
    });
    expect(steps.map(({ attachments }) => attachments?.map(({ mime }) => mime))).toStrictEqual([
      ["image/png"],
      ["audio/mpeg"],
      ["image/webp"],
      ["audio/wav"],
      ["audio/mpeg"],
    ]);
    const [seen, , , heard] = steps;
    const place = `attachment:${seen?.attachments?.[0]?.id}`;
    expect(seen?.input).toMatchObject({ content: [{ content: [{ image_url: { url: place } }] }] });
    expect(heard).toMatchObject({
      input: { file: `attachment:${heard?.attachments?.[0]?.id}` },
      output: { content: "We open at nine." },
      attachments: [{ name: "question.wav" }],
    });
  });

  test("moderations and completions are recorded", async () => {
    const [moderation, completion] = await record(async (openai) => {
      await openai.moderations.create({ input: "You are late." });
      await openai.completions.create({ model: "gpt-3.5-turbo-instruct", prompt: "Open at" });
    });
    expect(moderation).toMatchObject({ input: { content: "You are late." }, output: { flagged: true } });
    expect(completion).toMatchObject({
      output: { content: " Nine." },
      generation: { type: "COMPLETION", prompt: "Open at", completion: " Nine.", tokenCount: 7 },
    });
  });

  test("a session's secret is not recorded", async () => {
    const [step] = await record((openai) =>
      openai.post("/realtime/client_secrets", { body: { session: { type: "realtime" } } }),
    );
    expect(step).toMatchObject({ name: "realtime-session", output: { session: { model: "gpt-realtime" } } });
    expect(JSON.stringify(step)).not.toContain("ek_secret");
  });

  test("Azure and other providers are distinguished", async () => {
    const { AzureOpenAI } = module;
    const fetch: ThreadlineOptions["fetch"] = async () => Response.json({ choices: [], model: "m" });
    const azure = new AzureOpenAI({
      apiKey: "key",
      endpoint: "https://shop.openai.azure.com",
      apiVersion: "2024-10-21",
      fetch,
    });
    const groq = new module.OpenAI({ apiKey: "key", baseURL: "https://api.groq.com/openai/v1", fetch });
    const steps = await record(async () => {
      for (const openai of [azure, groq]) {
        await observe(openai, { client: recording.client }).chat.completions.create({ model, messages });
      }
    });
    expect(steps.map(({ generation }) => generation?.provider)).toStrictEqual(["azure", "groq"]);
  });
});
