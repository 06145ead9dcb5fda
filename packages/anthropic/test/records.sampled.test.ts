import type { Step } from "@threadline/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type Recording, startRecording } from "../../openai/test/recording.ts";
import { callOptions, observe } from "../src/index.ts";
import { type Provider, startProvider } from "./provider.ts";
import { body, scenarios } from "./scenarios.ts";
import { versions } from "./versions.ts";

let provider: Provider;
let recording: Recording;

beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => {
  recording = startRecording();
});
afterEach(async () => {
  recording.check();
  await recording.close();
});
afterAll(() => provider.close());

async function allSteps(): Promise<Step[]> {
  await recording.client.flush();
  const orderBy = { column: "createdAt", direction: "ASC" } as const;
  return (await recording.client.api.getSteps({ first: 50, orderBy })).data;
}

describe.each(newestOf(versions))("anthropic $name", ({ Anthropic }) => {
  const make = () =>
    observe(new Anthropic({ apiKey: "key", baseURL: provider.url, maxRetries: 0 }), { client: recording.client });
  const run = async (name: string): Promise<Step | undefined> => {
    await scenarios[name]?.(make());
    const steps = await allSteps();
    expect(steps).toHaveLength(1);
    return steps[0];
  };

  test.each(["message", "message with its response", "stream", "stream helper"])("%s is a generation", async (name) => {
    expect(await run(name)).toMatchObject({
      type: "llm",
      name: "text",
      error: null,
      generation: {
        type: "CHAT",
        provider: "anthropic",
        model: "claude-test-1",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "What should I wear?" },
        ],
        messageCompletion: { role: "assistant", content: "Take a coat." },
        settings: { model: "text", max_tokens: 100 },
        inputTokenCount: 1_112,
        outputTokenCount: 25,
        tokenCount: 1_137,
        duration: expect.any(Number),
        metadata: {
          responseId: "msg_1",
          finishReason: "end_turn",
          cachedTokenCount: 1_000,
          cacheWriteTokenCount: 100,
        },
      },
    });
  });

  test.each(["tools", "stream with tools"])("calls of tools are recorded: %s", async (name) => {
    const step = await run(name);
    expect(step?.generation).toMatchObject({
      tools: [{ type: "function", function: { name: "forecast", description: "Forecast of a city" } }],
      messageCompletion: {
        content: "I look it up.",
        tool_calls: [{ id: "toolu_1", function: { name: "forecast", arguments: '{"city":"Oslo"}' } }],
      },
      metadata: { finishReason: "tool_use" },
    });
  });

  test("tool results are separate messages", async () => {
    const step = await run("tool results");
    expect(step?.generation).toMatchObject({
      messages: [
        { role: "system" },
        { role: "user", content: "Oslo?" },
        { role: "assistant", tool_calls: [{ id: "toolu_1" }] },
        { role: "tool", tool_call_id: "toolu_1", content: "3 degrees" },
      ],
    });
  });

  test.each(["thinking", "stream with thinking"])("%s is recorded with the response", async (name) => {
    const step = await run(name);
    expect(step?.generation).toMatchObject({
      messageCompletion: { content: "Take a coat.", reasoning_content: "It is cold in Oslo." },
    });
  });

  test("a stream has its time to first token", async () => {
    expect((await run("stream"))?.generation?.ttFirstToken).toEqual(expect.any(Number));
  });

  test("an image becomes an attachment", async () => {
    expect((await run("an image"))?.attachments).toMatchObject([{ mime: "image/png" }]);
  });

  test("errors are recorded", async () => {
    const step = await run("overloaded");
    expect(step?.error).toContain("Overloaded");
    expect(step?.generation?.error).toContain("Overloaded");
  });

  test("the error of a stream is recorded, with the text before it", async () => {
    expect(await run("stream that breaks")).toMatchObject({
      error: expect.stringContaining("Overloaded"),
      generation: { messageCompletion: { content: "Take a " }, metadata: { answer: "failed" } },
    });
  });

  test.each([
    ["stream that is left early", "broken off"],
    ["stream that is aborted", "aborted"],
  ])("%s keeps its text", async (name, answer) => {
    expect(await run(name)).toMatchObject({
      error: null,
      generation: { messageCompletion: { content: "Take a " }, metadata: { answer } },
    });
  });

  test("a response that is not parsed is recorded as unread", async () => {
    expect((await run("raw response"))?.generation?.metadata).toMatchObject({ answer: "unread" });
  });

  test("a call outside any thread gets one, named after the first user message", async () => {
    const step = await run("message");
    const { data } = await recording.client.api.getThreads({ first: 5 });
    expect(data).toMatchObject([{ id: step?.threadId, name: "What should I wear?" }]);
  });

  test("a call inside a run belongs to it, and gets no thread", async () => {
    const outer = recording.client.run({ name: "outer" });
    await outer.wrap(() => make().messages.create(body("text")));
    expect(await recording.below(outer.id)).toMatchObject([{ type: "llm", threadId: null }]);
    expect((await recording.client.api.getThreads({ first: 5 })).data).toStrictEqual([]);
  });

  test("options of a call apply to its record", async () => {
    const options = callOptions({ conversationId: "parcel-1042", tags: ["greeting"], name: "greet" });
    await make().messages.create(body("text"), options);
    expect(await allSteps()).toMatchObject([{ name: "greet", tags: ["greeting"], threadId: "parcel-1042" }]);
  });

  test("a batch is a run with a step for each request, completed when the results are read", async () => {
    const requests = ["one", "two"].map((id) => ({ custom_id: id, params: body("text") }));
    const { id } = await make().messages.batches.create({ requests });
    const before = await allSteps();
    expect(before.map(({ type, name }) => `${type} ${name}`).toSorted()).toStrictEqual([
      "llm text",
      "llm text",
      "run message-batch",
    ]);
    const results: unknown[] = [];
    // This client acts like another process, which did not create the batch.
    for await (const result of await make().messages.batches.results(id)) results.push(result);
    expect(results).toHaveLength(2);
    const steps = await allSteps();
    expect(steps).toHaveLength(3);
    const batch = steps.find(({ type }) => type === "run");
    expect(batch).toMatchObject({ input: { requestCount: 2 }, output: { id: "msgbatch_1", status: "in_progress" } });
    const [one, two] = ["one", "two"].map((customId) => steps.find((step) => step.id === `${id}/${customId}`));
    expect(one).toMatchObject({
      parentId: batch?.id,
      error: null,
      generation: {
        messages: [{ role: "system" }, { role: "user", content: "What should I wear?" }],
        messageCompletion: { content: "Take a coat." },
        tokenCount: 1_137,
        metadata: { customId: "one", batchId: "msgbatch_1" },
      },
    });
    expect(two).toMatchObject({ parentId: batch?.id, error: "invalid_request_error: no" });
  });
});
