import { describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { observe, type ObserveOptions } from "../src/index.ts";
import { versions } from "./matrix.ts";
import { type ModelRequest, type Reply, startModelServer } from "../../../tooling/test-model-server.ts";
import { startTestService } from "../../../tooling/test-service.ts";

const counts = { inputTokenCount: 11, outputTokenCount: 7, tokenCount: 18 };
const answer = { role: "assistant", content: "It rains in Oslo." };
const calls = [{ id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } }];

/** Calls the tool `weather` first, and then reports the tool's result. */
function askWeather({ last }: ModelRequest): Reply {
  return last.includes("Rain")
    ? { content: "It rains in Oslo." }
    : { toolCalls: [{ id: "call_1", name: "weather", arguments: { city: "Oslo" } }] };
}

describe.each(newestOf(versions))("on @llamaindex/core %s", (version, framework) => {
  const { agent, BaseRetriever, CallbackManager, LLMAgent, OpenAI, RetrieverQueryEngine, Settings, TextNode } =
    framework;
  const { BaseEmbedding, OpenAIEmbedding, tool, z } = framework;

  /** Starts a service and a model server. The calls of the created models are recorded. */
  async function start(reply: (request: ModelRequest) => Reply, options: Omit<ObserveOptions, "client"> = {}) {
    const service = startTestService();
    const baseURL = await startModelServer(reply);
    const llm = new OpenAI({ model: "gpt-4o-mini", apiKey: "key", baseURL, maxRetries: 0, temperature: 0.5 });
    const embedding = new OpenAIEmbedding({ model: "text-embedding-3-small", apiKey: "key", baseURL, maxRetries: 0 });
    const models = [llm, embedding];
    const callbacks = observe(new CallbackManager(), { client: service.client, models, ...options });
    const run = <Result>(work: () => Result): Result =>
      Settings.withCallbackManager(callbacks, () => Settings.withLLM(llm, work));
    return { ...service, embedding, llm, run };
  }

  const weather = tool({
    name: "weather",
    description: "The weather of a city",
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => (city === "Oslo" ? "Rain" : "Sun"),
  });

  class Reports extends BaseRetriever {
    readonly #text: string;

    constructor(text = "It rains.") {
      super();
      this.#text = text;
    }

    async _retrieve() {
      return [{ node: new TextNode({ text: this.#text, metadata: { source: "radio" } }), score: 0.9 }];
    }
  }

  test("a call of a model has its messages, answer, settings and tokens, and a thread", async () => {
    const { client, errors, llm, run, steps } = await start(() => ({ content: "It rains in Oslo." }));
    await run(() =>
      llm.chat({
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Oslo?" },
        ],
      }),
    );
    await expect.poll(steps).toHaveLength(1);
    const [call] = await steps();
    expect(call).toMatchObject({
      type: "llm",
      name: "gpt-4o-mini-2024-07-18",
      output: answer,
      endTime: expect.any(String),
      generation: {
        type: "CHAT",
        provider: "openai",
        model: "gpt-4o-mini-2024-07-18",
        ...counts,
        settings: { temperature: 0.5 },
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Oslo?" },
        ],
        messageCompletion: answer,
        metadata: { cachedTokenCount: 4, reasoningTokenCount: 2 },
      },
    });
    expect(await client.api.getThread(String(call?.threadId))).toMatchObject({ name: "Oslo?" });
    expect(errors).toStrictEqual([]);
  });

  test("a stream is recorded when it ends, with its time to first token", async () => {
    const { llm, run, steps } = await start(() => ({ content: "It rains in Oslo." }));
    const text = await run(async () => {
      let read = "";
      for await (const { delta } of await llm.chat({ messages: [{ role: "user", content: "Oslo?" }], stream: true }))
        read += delta;
      return read;
    });
    expect(text).toBe("It rains in Oslo.");
    await expect.poll(async () => (await steps())[0]?.output).toMatchObject(answer);
    expect((await steps())[0]?.generation).toMatchObject({ ttFirstToken: expect.any(Number) });
  });

  test("a query is one tree: the documents, the synthesis and its call of the model", async () => {
    const { client, run, steps, tree } = await start(() => ({ content: "It rains in Oslo." }));
    await run(() => new RetrieverQueryEngine(new Reports()).query({ query: "Oslo?" }));
    const lines = ["run query", "  retrieval retrieve", "  undefined synthesize", "    llm gpt-4o-mini-2024-07-18"];
    await expect.poll(async () => (await tree()).toSorted()).toStrictEqual(lines.toSorted());
    const all = await steps();
    const [query] = all;
    expect(query).toMatchObject({ input: { query: "Oslo?" }, output: { ...answer, sourceCount: 1 } });
    expect(all.find(({ type }) => type === "retrieval")).toMatchObject({
      input: { query: "Oslo?" },
      output: { documents: [{ text: "It rains.", metadata: { source: "radio" }, score: 0.9 }] },
    });
    for (const { rootRunId, threadId } of all.slice(1)) {
      expect(rootRunId).toBe(query?.id);
      expect(threadId).toBe(query?.threadId);
    }
    expect(await client.api.getThread(String(query?.threadId))).toMatchObject({ name: "Oslo?", tokenCount: 18 });
  });

  test("a query that streams has its answer", async () => {
    const { run, steps } = await start(() => ({ content: "It rains in Oslo." }));
    const stream = await run(() => new RetrieverQueryEngine(new Reports()).query({ query: "Oslo?", stream: true }));
    for await (const _chunk of stream);
    await expect.poll(async () => (await steps())[0]?.output).toMatchObject(answer);
  });

  test("an agent is one tree with its calls of the model and tools", async () => {
    const { llm, run, steps, tree } = await start(askWeather);
    await run(() => new LLMAgent({ llm, tools: [weather] }).chat({ message: "Oslo?" }));
    const lines = ["run LLMAgent", "  llm gpt-4o-mini-2024-07-18", "  tool weather", "  llm gpt-4o-mini-2024-07-18"];
    await expect.poll(async () => (await tree()).toSorted()).toStrictEqual(lines.toSorted());
    await expect.poll(async () => (await steps())[0]?.output).toMatchObject(answer);
    const all = await steps();
    expect(all[0]?.input).toMatchObject({ content: [{ role: "user", content: "Oslo?" }] });
    expect(all.find(({ type }) => type === "tool")).toMatchObject({
      input: { city: "Oslo" },
      output: { output: "Rain" },
    });
    const [first, second] = all.filter(({ type }) => type === "llm");
    expect(first?.generation).toMatchObject({ messageCompletion: { content: null, tool_calls: calls } });
    expect(second?.generation).toMatchObject({
      messages: [
        { role: "user", content: "Oslo?" },
        { role: "assistant", content: null, tool_calls: calls },
        { role: "tool", tool_call_id: "call_1", content: "Rain" },
      ],
    });
  });

  test("the calls and tools of an agent workflow are one thread, and below a run of the caller", async () => {
    const { client, llm, run, steps, tree } = await start(askWeather);
    await run(() => agent({ llm, tools: [weather] }).run("Oslo?"));
    // The oldest version does not report the tool calls of workflows.
    const lines = ["  llm gpt-4o-mini-2024-07-18", "  llm gpt-4o-mini-2024-07-18"];
    if (version !== "0.6.5") lines.push("  tool weather");
    await expect.poll(steps).toHaveLength(lines.length);
    expect(new Set((await steps()).map(({ threadId }) => threadId)).size).toBe(1);
    expect(await client.api.getThread(String((await steps())[0]?.threadId))).toMatchObject({ name: "Oslo?" });
    await run(() =>
      client.run({ name: "trip" }).wrap(async () => void (await agent({ llm, tools: [weather] }).run("Oslo?"))),
    );
    await expect
      .poll(async () => (await tree()).filter((line) => line.startsWith("  ")).toSorted())
      .toStrictEqual(lines);
  });

  test("inside a thread of the caller, or with autoThread off, no thread is created", async () => {
    const { client, llm, run, steps } = await start(() => ({ content: "Yes." }), { autoThread: false });
    const chat = () => llm.chat({ messages: [{ role: "user", content: "Hi" }] });
    await run(() => client.thread({ id: "mine" }).wrap(chat));
    await run(chat);
    await expect
      .poll(async () => (await steps()).map(({ threadId }) => threadId ?? null))
      .toStrictEqual(["mine", null]);
  });

  const hi = { messages: [{ role: "user" as const, content: "Hi" }] };

  test("a call that fails is the caller's error, unchanged, and recorded with it", async () => {
    const { client, errors, llm, run, steps } = await start(() => ({ failsWith: 400 }));
    await expect(run(() => llm.chat(hi))).rejects.toThrow("the model is down");
    await expect.poll(steps).toHaveLength(1);
    const [call] = await steps();
    expect(call).toMatchObject({
      type: "llm",
      endTime: expect.any(String),
      error: expect.stringContaining("the model is down"),
      generation: {
        provider: "openai",
        model: "gpt-4o-mini",
        messages: hi.messages,
        messageCompletion: null,
        settings: { temperature: 0.5 },
      },
    });
    expect(await client.api.getThread(String(call?.threadId))).toMatchObject({ name: "Hi" });
    expect(errors).toStrictEqual([]);
  });

  test("a stream that breaks or is left early is recorded with its text so far", async () => {
    let breaksOff = true;
    const { llm, run, steps } = await start(() => ({ content: "It rains in Oslo.", breaksOff }));
    const read = (isWhole: boolean) =>
      run(async () => {
        for await (const _chunk of await llm.chat({ ...hi, stream: true })) if (!isWhole) break;
      });
    await expect(read(true)).rejects.toThrow();
    breaksOff = false;
    await read(false);
    await expect.poll(steps).toHaveLength(2);
    const [broken, left] = await steps();
    expect(broken).toMatchObject({ error: expect.any(String), generation: { messageCompletion: answer } });
    expect(left).toMatchObject({ endTime: expect.any(String), generation: { messageCompletion: answer } });
    expect(left?.error ?? null).toBeNull();
  });

  test("a model that is not in `models` is not wrapped, and its failed calls stay open", async () => {
    const { errors, llm, run, steps } = await start(() => ({ failsWith: 400 }), { models: [] });
    await expect(run(() => llm.chat(hi))).rejects.toThrow("the model is down");
    await run(() => llm.chat(hi)).catch(() => undefined);
    expect((await steps()).filter(({ endTime }) => endTime)).toStrictEqual([]);
    expect(errors).toStrictEqual([]);
  });

  test("each embedding is recorded once, with its texts and vector sizes, in the enclosing query", async () => {
    const { embedding, errors, run, steps, tree } = await start(() => ({ content: "It rains in Oslo." }));
    class Embedded extends Reports {
      override async _retrieve() {
        await embedding.getQueryEmbedding({ type: "text", text: "Oslo?" });
        return super._retrieve();
      }
    }
    const vectors = await run(() => embedding.getTextEmbeddingsBatch(["Rain", "Sun"]));
    expect(vectors).toStrictEqual([
      [0.25, 0.5, 0.75],
      [0.25, 0.5, 0.75],
    ]);
    await expect.poll(steps).toHaveLength(1);
    expect((await steps())[0]).toMatchObject({
      type: "embedding",
      name: "text-embedding-3-small",
      input: { content: ["Rain", "Sun"] },
      output: { count: 2, dimensions: 3 },
      generation: { provider: "openai", model: "text-embedding-3-small", prompt: ["Rain", "Sun"] },
    });
    expect((await steps())[0]?.threadId ?? null).toBeNull();
    await run(() => new RetrieverQueryEngine(new Embedded()).query({ query: "Oslo?" }));
    await expect.poll(tree).toContain("  embedding text-embedding-3-small");
    expect((await tree()).filter((line) => line.includes("embedding"))).toHaveLength(2);
    expect(errors).toStrictEqual([]);
  });

  test("a failed embedding is recorded with its error, also in a model class of the application", async () => {
    class Own extends BaseEmbedding {
      // oxlint-disable-next-line no-useless-constructor -- the constructor of the framework's class is protected
      constructor() {
        super();
      }

      async getTextEmbedding(text: string): Promise<number[]> {
        if (text === "Hail") throw new RangeError("unknown text");
        return [1, 2];
      }
    }
    const own = new Own();
    const { run, steps } = await start(() => ({}), { models: [own] });
    await expect(run(() => own.getTextEmbeddings(["Hail"]))).rejects.toThrow("unknown text");
    expect(await run(() => own.getQueryEmbedding({ type: "text", text: "Sun" }))).toStrictEqual([1, 2]);
    await expect.poll(steps).toHaveLength(2);
    const [failed, done] = await steps();
    expect(failed).toMatchObject({ error: "RangeError: unknown text", input: { content: ["Hail"] } });
    expect(done).toMatchObject({ output: { count: 1, dimensions: 2 }, generation: { provider: "own" } });
  });
});
