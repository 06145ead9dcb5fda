import type { Step } from "@threadline/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type Recording, startRecording } from "../../openai/test/recording.ts";
import { callOptions, instrument, observe } from "../src/index.ts";
import { type Provider, startProvider } from "./provider.ts";
import { question, scenarios, streamAutomaticCalls } from "./scenarios.ts";
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
  const { data } = await recording.client.api.getSteps({ first: 50, orderBy });
  // Steps may start in the same millisecond, so they are sorted by their number of messages.
  return data.toSorted((a, b) => messageCount(a) - messageCount(b));
}

function messageCount({ generation }: Step): number {
  return (generation as { messages?: unknown[] } | null | undefined)?.messages?.length ?? 0;
}

describe.each(newestOf(versions))("google $name", ({ GoogleGenAI }) => {
  const options = () => ({
    apiKey: "key",
    httpOptions: { baseUrl: provider.url, retryOptions: { attempts: 1 } },
  });
  const make = () => observe(new GoogleGenAI(options()), { client: recording.client });
  const run = async (name: string): Promise<Step | undefined> => {
    await scenarios[name]?.(make());
    const steps = await allSteps();
    expect(steps).toHaveLength(1);
    return steps[0];
  };

  test.each(["text", "stream"])("%s is a generation", async (name) => {
    expect(await run(name)).toMatchObject({
      type: "llm",
      name: "text",
      error: null,
      generation: {
        type: "CHAT",
        provider: "google",
        model: "gemini-test-1",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "What should I wear?" },
        ],
        messageCompletion: { role: "assistant", content: "Take a coat." },
        settings: { model: "text" },
        inputTokenCount: 1_112,
        outputTokenCount: 25,
        tokenCount: 1_137,
        duration: expect.any(Number),
        metadata: { finishReason: "STOP", cachedTokenCount: 1_000 },
      },
    });
  });

  test.each(["tools", "stream with tools"])("calls of tools are recorded: %s", async (name) => {
    const step = await run(name);
    expect(step?.generation).toMatchObject({
      tools: [{ type: "function", function: { name: "forecast", description: "Forecast of a city" } }],
      messageCompletion: {
        content: "I look it up.",
        tool_calls: [{ id: "call_1", function: { name: "forecast", arguments: '{"city":"Oslo"}' } }],
      },
    });
  });

  test("tool results are separate messages", async () => {
    const step = await run("tool results");
    expect(step?.generation).toMatchObject({
      messages: [
        { role: "user", content: "Oslo?" },
        { role: "assistant", tool_calls: [{ id: "forecast" }] },
        { role: "tool", tool_call_id: "forecast", content: '{"degrees":3}' },
      ],
    });
  });

  test("each round of automatic function calling is a generation, and all are in one thread", async () => {
    await scenarios["automatic calls"]?.(make());
    const steps = await allSteps();
    expect(steps).toMatchObject([
      { generation: { messageCompletion: { tool_calls: [{ function: { name: "forecast" } }] } } },
      {
        generation: {
          messages: [
            { role: "system" },
            { role: "user" },
            { role: "assistant" },
            { role: "tool", content: '{"degrees":3}' },
          ],
          messageCompletion: { content: "Take a coat." },
        },
      },
    ]);
    const { data } = await recording.client.api.getThreads({ first: 5 });
    expect(data).toMatchObject([{ name: "What should I wear?" }]);
    expect(new Set(steps.map(({ threadId }) => threadId))).toStrictEqual(new Set([data[0]?.id]));
  });

  test("a stream with automatic calls stays in the run that opened it", async () => {
    const outer = recording.client.run({ name: "outer" });
    const streams: AsyncGenerator[] = [];
    await outer.wrap(async () => {
      streams.push(await streamAutomaticCalls(make()));
    });
    // The client sends the requests when the streams are read, which happens outside of the run.
    for (const stream of streams) for await (const _ of stream);
    expect(await recording.below(outer.id)).toHaveLength(2);
  });

  test.each(["thinking", "stream with thinking"])("%s is recorded with the response, with its tokens", async (name) => {
    const step = await run(name);
    expect(step?.generation).toMatchObject({
      messageCompletion: { content: "Take a coat.", reasoning_content: "It is cold in Oslo." },
      outputTokenCount: 65,
      tokenCount: 1_177,
      metadata: { reasoningTokenCount: 40 },
    });
  });

  test("the schema of structured output is a setting", async () => {
    const step = await run("structured output");
    expect(step?.generation).toMatchObject({
      messageCompletion: { content: '{"wear":"coat"}' },
      settings: { responseMimeType: "application/json", responseSchema: { type: "OBJECT" } },
    });
  });

  test("a stream has its time to first token", async () => {
    expect((await run("stream"))?.generation?.ttFirstToken).toEqual(expect.any(Number));
  });

  test.each(["an image", "drawing"])("%s becomes an attachment", async (name) => {
    expect((await run(name))?.attachments).toMatchObject([{ mime: "image/png" }]);
  });

  describe("on Vertex", () => {
    const onVertex = () =>
      observe(new GoogleGenAI({ ...options(), vertexai: true }), { client: recording.client }).models;

    test("a call is a generation", async () => {
      await onVertex().generateContent(question("text"));
      expect(await allSteps()).toMatchObject([
        { name: "text", generation: { provider: "google", model: "gemini-test-1", tokenCount: 1_137 } },
      ]);
    });

    test("embeddings are counted, with their tokens", async () => {
      await onVertex().embedContent({ model: "text-embedding-005", contents: ["one", "two"] });
      expect(await allSteps()).toMatchObject([
        {
          type: "embedding",
          input: { content: ["one", "two"] },
          output: { count: 2, dimensions: 3 },
          generation: { model: "text-embedding-005", inputTokenCount: 8 },
        },
      ]);
    });

    test("images become attachments", async () => {
      await onVertex().generateImages({ model: "imagen-test", prompt: "A coat" });
      expect(await allSteps()).toMatchObject([{ type: "llm", attachments: [{ mime: "image/png" }] }]);
    });
  });

  test("a blocked prompt has its reason", async () => {
    expect((await run("blocked"))?.generation?.metadata).toMatchObject({ blockReason: "SAFETY" });
  });

  test("embeddings are counted", async () => {
    expect(await run("embeddings")).toMatchObject({
      type: "embedding",
      threadId: null,
      input: { content: ["one", "two"] },
      output: { count: 2, dimensions: 3 },
    });
  });

  test("counting tokens is not recorded", async () => {
    await scenarios["counted tokens"]?.(make());
    expect(await allSteps()).toStrictEqual([]);
  });

  test("errors are recorded", async () => {
    const step = await run("overloaded");
    // The message differs in version 2 of the client.
    expect(step?.error).toMatch(/overloaded|Service Unavailable/u);
    expect(step?.generation?.error).toBe(step?.error);
  });

  test("the error of a stream is recorded, with the text before it", async () => {
    expect(await run("stream that breaks")).toMatchObject({
      error: expect.stringContaining("overloaded"),
      generation: { messageCompletion: { content: "Take a " } },
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

  test("a stream that is never read is recorded as unread", async () => {
    const stream = await make().models.generateContentStream(question("text"));
    expect((await allSteps())[0]?.generation?.metadata).toMatchObject({ answer: "unread" });
    await stream.return(undefined);
  });

  test.each(["observe", "instrument"])("messages of a chat share a thread: %s", async (how) => {
    const undo = how === "instrument" ? instrument({ GoogleGenAI, client: recording.client }) : undefined;
    await scenarios["chat"]?.(how === "observe" ? make() : new GoogleGenAI(options()));
    undo?.();
    const steps = await allSteps();
    expect(steps).toHaveLength(2);
    const { data } = await recording.client.api.getThreads({ first: 5 });
    expect(data).toMatchObject([{ name: "What should I wear?" }]);
    expect(new Set(steps.map(({ threadId }) => threadId))).toStrictEqual(new Set([data[0]?.id]));
  });

  test("a call inside a run belongs to it, and gets no thread", async () => {
    const outer = recording.client.run({ name: "outer" });
    await outer.wrap(() => make().models.generateContent(question("text")));
    expect(await recording.below(outer.id)).toMatchObject([{ type: "llm", threadId: null }]);
    expect((await recording.client.api.getThreads({ first: 5 })).data).toStrictEqual([]);
  });

  test("options of a call apply to its record", async () => {
    const httpOptions = callOptions({ conversationId: "parcel-1042", tags: ["greeting"], name: "greet" });
    await make().models.generateContent(question("text", { httpOptions }));
    expect(await allSteps()).toMatchObject([{ name: "greet", tags: ["greeting"], threadId: "parcel-1042" }]);
    expect((await recording.client.api.getThreads({ first: 5 })).data).toHaveLength(1);
  });

  test("a call is recorded once if the client's class is instrumented, too", async () => {
    const undo = instrument({ GoogleGenAI, client: recording.client });
    await make().models.generateContent(question("text"));
    undo();
    expect(await allSteps()).toHaveLength(1);
  });
});
