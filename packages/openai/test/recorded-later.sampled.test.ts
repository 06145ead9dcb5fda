import { type RecordedData, type Step, Threadline, type ThreadlineOptions } from "@threadline/core";
import type OpenAI from "openai";
import { createServer, type ThreadlineServer } from "threadline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { callOptions, observe } from "../src/index.ts";
import { majors } from "./majors.ts";
import { sortByStart } from "./recording.ts";

let server: ThreadlineServer;

beforeAll(() => {
  server = createServer({ apiKey: "key-of-the-test" });
});
afterAll(() => server.close());

const question = { role: "user" as const, content: "When do you open?" };
const body = { model: "gpt-4o-mini", messages: [question] };
const completion = { id: "chatcmpl-1", choices: [{ index: 0, message: { role: "assistant", content: "At nine." } }] };

function createClient(options: Partial<ThreadlineOptions> = {}) {
  const errors: unknown[] = [];
  const client = new Threadline({
    apiKey: "key-of-the-test",
    fetch: server.fetch,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { client, errors };
}

async function childrenOf(client: Threadline, stepId: string): Promise<Step[]> {
  await client.flush();
  const filters = [{ field: "parentId", operator: "eq", value: stepId } as const];
  return sortByStart(server.fetch, (await client.api.getSteps({ filters })).data);
}

// A call that is neither streamed nor continued in the background is recorded after its end, together with other calls.
// The record is created from copies of its texts.
describe.each(newestOf(majors))("openai $major", ({ module }) => {
  const make = (answer: string | object = completion): OpenAI => {
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    const fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
    return new module.OpenAI({ apiKey: "key", baseURL: "http://provider.test/v1", fetch, maxRetries: 0 });
  };

  async function record(
    work: (openai: OpenAI) => Promise<unknown>,
    { answer, ...options }: Partial<ThreadlineOptions> & { answer?: string | object } = {},
  ): Promise<{ steps: Step[]; errors: unknown[] }> {
    const { client, errors } = createClient(options);
    const openai = observe(make(answer), { client });
    const run = client.run({ name: "run" });
    await run.wrap(async () => {
      await work(openai);
    });
    return { steps: await childrenOf(client, run.id), errors };
  }

  test("an answer that the caller changes is recorded as it arrived", async () => {
    const { steps } = await record(async (openai) => {
      const messages = [{ ...question }];
      const answer = await openai.chat.completions.create({ ...body, messages });
      answer.choices[0]!.message.content = "changed"; // the simulated provider responds with one choice
      messages[0]!.content = "changed";
      messages.push(question);
    });
    expect(steps).toMatchObject([
      { input: { content: [question] }, output: { content: "At nine." }, generation: { type: "CHAT" } },
    ]);
  });

  test("calls that start in the same millisecond are listed in the order of their starts", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { steps } = await record(async (openai) => {
      await openai.chat.completions.create({ ...body, model: "first" });
      await openai.images.generate({ model: "second", prompt: "a shop" });
      await openai.chat.completions.create({ ...body, model: "third" });
    });
    expect(steps.map(({ name }) => name)).toStrictEqual(["first", "second", "third"]);
  });

  test("tags and metadata of a call are recorded as they were at its start", async () => {
    const { steps } = await record(async (openai) => {
      const options = { tags: ["given"], metadata: { customer: "given" } };
      const calling = openai.chat.completions.create(body, callOptions(options));
      await calling;
      options.tags.push("later");
      options.metadata.customer = "later";
    });
    expect(steps).toMatchObject([{ tags: ["given"], metadata: { customer: "given" } }]);
  });

  test("a call belongs to the step in which it was made, even if the step has ended", async () => {
    const { client } = createClient();
    const openai = observe(make(), { client });
    const [outer, inner] = [client.run({ name: "outer" }), client.run({ name: "inner" })];
    await outer.wrap(async () => {
      const leave = client.enterContext({ currentStep: inner });
      await openai.chat.completions.create(body);
      leave();
    });
    await expect(childrenOf(client, inner.id)).resolves.toHaveLength(1);
    await expect(childrenOf(client, outer.id)).resolves.toHaveLength(0);
  });

  test("times are those of the call", async () => {
    const before = Date.now();
    const { client } = createClient();
    const openai = observe(make(), { client });
    const run = client.run({ name: "run" });
    await run.wrap(() => openai.chat.completions.create(body));
    const after = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [step] = await childrenOf(client, run.id);
    expect(Date.parse(step?.startTime ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(step?.endTime ?? "")).toBeLessThanOrEqual(after);
    expect(step?.generation?.duration).toBeLessThanOrEqual((after - before + 1) / 1_000);
  });

  test("counts include calls that are recorded later", async () => {
    const { client } = createClient();
    const openai = observe(make(), { client });
    const run = client.run({ name: "run" });
    await run.wrap(() => openai.chat.completions.create(body));
    expect(client.stats()).toMatchObject({ submitted: 2, pending: 2 });
    await expect(client.flush()).resolves.toMatchObject({ delivered: 2, pending: 0 });
  });

  test("calls that are recorded later are sent without a flush", async () => {
    const { client } = createClient({ delivery: { flushIntervalMs: 5 } });
    const openai = observe(make(), { client });
    const thread = client.thread({ name: "thread" });
    await thread.wrap(() => openai.chat.completions.create(body));
    await expect.poll(async () => (await client.api.getThread(thread.id))?.steps?.length).toBe(1);
  });

  test("a mask gets the complete record", async () => {
    const seen: RecordedData[] = [];
    const mask = (data: RecordedData): RecordedData => {
      seen.push(structuredClone(data));
      const text = JSON.stringify(data).replaceAll("At nine.", "[answer]").replaceAll("open", "[question]");
      return JSON.parse(text) as RecordedData;
    };
    const { steps } = await record((openai) => openai.chat.completions.create(body), { mask });
    expect(steps).toMatchObject([
      { input: { content: [{ content: "When do you [question]?" }] }, output: { content: "[answer]" } },
    ]);
    expect(seen).toContainEqual(
      expect.objectContaining({ generation: expect.objectContaining({ messages: [question] }) as unknown }),
    );
  });

  test("names such as `__proto__` in an answer are data", async () => {
    const message = '{"role":"assistant","content":"At nine.","__proto__":{"polluted":true},"constructor":1}';
    const { steps, errors } = await record((openai) => openai.chat.completions.create(body), {
      answer: `{"id":"c","__proto__":{"a":1},"choices":[{"index":0,"message":${message}}]}`,
    });
    expect(steps).toMatchObject([{ output: { content: "At nine." } }]);
    expect(steps[0]?.generation).not.toHaveProperty("polluted");
    expect(Object.hasOwn({}, "polluted")).toBe(false);
    expect(errors).toStrictEqual([]);
  });

  test("numbers are recorded as the caller gets them", async () => {
    const message =
      '{"role":"assistant","content":"9","exact":9007199254740991,"large":12345678901234567890,"e":1e300}';
    const { steps } = await record((openai) => openai.chat.completions.create(body), {
      answer: `{"id":"c","choices":[{"index":0,"message":${message}}]}`,
    });
    const numbers = { exact: 9007199254740991, large: Number("12345678901234567890"), e: 1e300 };
    expect(steps).toMatchObject([{ generation: { messageCompletion: numbers } }]);
  });

  test("a huge request and answer are truncated to the limits", async () => {
    const long = "long ".repeat(800_000);
    const { steps, errors } = await record(
      (openai) => openai.chat.completions.create({ ...body, messages: [{ role: "user", content: long }] }),
      { answer: { ...completion, choices: [{ index: 0, message: { role: "assistant", content: long } }] } },
    );
    expect(JSON.stringify(steps[0]?.input)).toContain("[Truncated: 4000000 characters]");
    expect(JSON.stringify(steps[0]?.output)).toContain("[Truncated: 4000000 characters]");
    expect(errors).toStrictEqual([]);
  });

  test.each([4_000, 100_000])("an answer of depth %i is recorded", async (depth) => {
    const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const { steps, errors } = await record((openai) => openai.chat.completions.create(body), {
      answer: `{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":"At nine.","deep":${deep}}}]}`,
    });
    expect(steps).toMatchObject([{ output: { content: "At nine." } }]);
    expect(errors).toStrictEqual([]);
  });

  test("an answer that is not JSON is recorded with the error of the client", async () => {
    const { steps, errors } = await record((openai) => openai.chat.completions.create(body).catch(() => undefined), {
      answer: '{"id":',
    });
    expect(steps).toMatchObject([{ input: { content: [question] } }]);
    expect(steps[0]?.error).toMatch(/^(SyntaxError|FetchError): /u);
    expect(errors).toStrictEqual([]);
  });

  test("an answer that is not an object is recorded without output", async () => {
    const { steps, errors } = await record((openai) => openai.chat.completions.create(body), { answer: "[1]" });
    expect(steps).toMatchObject([{ input: { content: [question] }, error: null }]);
    expect(errors).toStrictEqual([]);
  });

  test("a running call is shown before its end", async () => {
    const { client } = createClient({ delivery: { flushIntervalMs: 5 } });
    const answer = Promise.withResolvers<Response>();
    const openai = observe(
      new module.OpenAI({ apiKey: "key", baseURL: "http://provider.test/v1", fetch: () => answer.promise }),
      { client },
    );
    const thread = client.thread({ name: "thread" });
    const calling = thread.wrap(() => openai.chat.completions.create(body));
    const read = async () => (await client.api.getThread(thread.id))?.steps?.[0];
    await expect.poll(read, { timeout: 10_000 }).toMatchObject({ input: { content: [question] }, endTime: null });
    const shown = await read();
    answer.resolve(Response.json(completion));
    await calling;
    await client.flush();
    await expect(read()).resolves.toMatchObject({ id: shown?.id, output: { content: "At nine." } });
  });

  test("a call is recorded at once for a platform that waits for records", async () => {
    const waiting: Promise<unknown>[] = [];
    const { client } = createClient({ waitUntil: (promise) => waiting.push(promise) });
    const openai = observe(make(), { client });
    const thread = client.thread({ name: "thread" });
    await thread.wrap(() => openai.chat.completions.create(body));
    await Promise.all(waiting);
    await expect(client.api.getThread(thread.id)).resolves.toMatchObject({ steps: [{ name: "gpt-4o-mini" }] });
  });
});
