import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createOpenAI } from "@ai-sdk/openai";
import { Threadline } from "@threadline/core";
import * as ai from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { type Recording, startRecording } from "../../openai/test/recording.ts";
import { type ReplayServer, startReplay } from "../../openai/test/replay-server.ts";
import { observe, observeModel } from "../src/index.ts";
import { scriptModel } from "./scripted-model.ts";
import { type Sdk, type Version, versions } from "./versions.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let recording: Recording;

beforeAll(() => {
  recording = startRecording();
});
afterAll(() => recording.close());

describe.each(newestOf(versions))("ai $name", (version) => {
  test("a stream is not read before the caller reads it", async () => {
    const count = async (sdk: Sdk): Promise<number[]> => {
      let made = 0;
      const model = pulledModel(version, () => (made += 1));
      const counts: number[] = [];
      for await (const _ of sdk.streamText({ model, prompt: "Hello?" }).textStream) {
        await setTimeout(1);
        counts.push(made);
      }
      return counts;
    };
    const without = await count(version.ai);
    expect(without.length).toBeGreaterThan(5);
    expect(await count(observe(version.ai, { client: recording.client }))).toStrictEqual(without);
  });

  test("a rejection that the caller does not handle stays unhandled", async () => {
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    try {
      const rejected = once(process, "unhandledRejection");
      const { generateText } = observe(version.ai, { client: recording.client });
      const model = scriptModel(version, { error: new TypeError("no") });
      void generateText({ model, prompt: "Hello?", maxRetries: 0 });
      expect(await rejected).toMatchObject([{ message: "no" }, expect.any(Promise)]);
    } finally {
      for (const listener of listeners) process.on("unhandledRejection", listener);
    }
  });

  test("recording errors reach onError and never the caller", async () => {
    const errors: unknown[] = [];
    const client = new Threadline({ apiKey: "key", fetch: neverAnswers, onError: (error) => errors.push(error) });
    const tags = new Proxy([], {
      get: () => {
        throw new RangeError("of the tags");
      },
    });
    const { generateText, streamText } = observe(version.ai, { client, tags });
    const model = scriptModel(version, { text: "Yes." });
    expect((await generateText({ model, prompt: "Open?" })).text).toBe("Yes.");
    const result = streamText({ model, prompt: "Open?" });
    await result.consumeStream();
    expect(await result.text).toBe("Yes.");
    expect(errors).toMatchObject([{ message: "of the tags" }, { message: "of the tags" }]);
  });

  test("a service that never answers delays nothing", async () => {
    const client = new Threadline({ apiKey: "key", fetch: neverAnswers, onError: () => undefined });
    const { generateText } = observe(version.ai, { client });
    const model = scriptModel(version, { text: "Yes." });
    for (let index = 0; index < 50; index += 1) {
      expect((await generateText({ model, prompt: "Open?" })).text).toBe("Yes.");
    }
  });

  test("models keep their identity for their own code, private fields included", async () => {
    const inner = scriptModel(version, { text: "Yes." });
    class Own {
      readonly specificationVersion = inner.specificationVersion;
      readonly provider = "own";
      readonly #model = inner;
      get modelId(): string {
        return this.#model.modelId;
      }
      get supportedUrls(): typeof inner.supportedUrls {
        return this.#model.supportedUrls;
      }
      doGenerate(...values: Parameters<typeof inner.doGenerate>): ReturnType<typeof inner.doGenerate> {
        return this.#model.doGenerate(...values);
      }
      doStream(...values: Parameters<typeof inner.doStream>): ReturnType<typeof inner.doStream> {
        return this.#model.doStream(...values);
      }
    }
    const { generateText } = observe(version.ai, { client: recording.client });
    for (const model of [
      new Own(),
      Object.freeze(new Own()),
      observeModel(Object.freeze(scriptFrozen(version)), recording),
    ]) {
      expect((await generateText({ model: model as typeof inner, prompt: "Open?" })).text).toBe("Yes.");
    }
  });

  test("tools keep their identity for their own code, and options that are frozen are not changed", async () => {
    class Forecast {
      readonly description = "Forecast";
      readonly #degrees = 3;
      readonly inputSchema = version.ai.jsonSchema({ type: "object", properties: {} });
      readonly execute = (): { degrees: number } => ({ degrees: this.#degrees });
      toModelOutput(): { type: "json"; value: number } {
        return { type: "json", value: this.#degrees };
      }
    }
    const model = scriptModel(version, { calls: [{ id: "1", name: "forecast", input: {} }] }, { text: "Yes." });
    const options = Object.freeze({
      model,
      prompt: "Open?",
      tools: Object.freeze({ forecast: new Forecast() }),
      stopWhen: version.ai.stepCountIs(3),
    });
    const { generateText } = observe(version.ai, { client: recording.client });
    const { text, steps } = await generateText(options);
    expect(text).toBe("Yes.");
    expect(steps[0]?.toolResults).toMatchObject([{ output: { degrees: 3 } }]);
  });

  test("a partly read stream is recorded once it is garbage-collected, without a flush", async () => {
    const service = startRecording();
    await (async () => {
      const model = observeModel(scriptModel(version, { text: "Take a coat.", hangs: true }), {
        client: service.client,
        autoThread: false,
      });
      const { stream } = await model.doStream({ prompt: [] });
      const reader = stream.getReader();
      for (let part = 0; part < 4; part += 1) await reader.read();
    })();
    for (let attempt = 0; attempt < 1_000 && service.client.delivery.stats().submitted === 0; attempt += 1) {
      collectGarbage();
      await setTimeout(5);
    }
    expect(service.client.delivery.stats().submitted).toBe(1);
    await service.close();
  });

  test("a disabled client changes nothing", () => {
    const client = new Threadline({ disabled: true });
    expect(observe(version.ai, { client })).toBe(version.ai);
    const model = scriptModel(version, {});
    expect(observeModel(model, { client })).toBe(model);
  });
});

describe("a real provider over HTTP", () => {
  let replay: ReplayServer;
  beforeAll(async () => {
    replay = await startReplay();
  });
  afterAll(async () => {
    replay.check();
    await replay.close();
  });

  test("the answer is the same as without recording, and is recorded", async () => {
    const model = createOpenAI({ apiKey: "key", baseURL: replay.url }).chat("gpt-4o-mini");
    const see = async (sdk: Sdk): Promise<unknown> => {
      const result = sdk.streamText({ model, messages: [{ role: "user", content: "Say hello." }] });
      const texts: string[] = [];
      for await (const text of result.textStream) texts.push(text);
      const { usage, finishReason } = result;
      return {
        texts,
        usage: await usage,
        finishReason: await finishReason,
        sent: replay.arrived.splice(0).map(({ body }) => body),
      };
    };
    const without = await see(ai);
    const run = recording.client.run({ name: "http" });
    const observed = await run.wrap(() => see(observe(ai, { client: recording.client })));
    expect(observed).toStrictEqual(without);
    const [operation] = await recording.below(run.id);
    const [call] = await recording.below(operation?.id ?? "");
    expect(call?.generation).toMatchObject({ provider: "openai", tokenCount: expect.any(Number) });
  });
});

async function neverAnswers(): Promise<Response> {
  return new Promise(() => undefined);
}

/** Creates a model whose stream creates a part only when the part is read. */
function pulledModel({ LanguageModel, spec }: Version, made: () => number): InstanceType<Version["LanguageModel"]> {
  const usage =
    spec === "v2"
      ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
      : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const finishReason = spec === "v2" ? "stop" : { unified: "stop", raw: "stop" };
  const stream = (): ReadableStream<object> => {
    const deltas = Array.from({ length: 8 }, (_, index) => ({ type: "text-delta", id: "1", delta: `${index} ` }));
    const parts = [
      { type: "text-start", id: "1" },
      ...deltas,
      { type: "text-end", id: "1" },
      { type: "finish", finishReason, usage },
    ];
    return new ReadableStream(
      {
        pull: (controller) => {
          made();
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(part);
        },
      },
      { highWaterMark: 0 },
    );
  };
  // The type of the argument differs between versions.
  return new LanguageModel({ doStream: async () => ({ stream: stream() }) as never });
}

/** Creates a model that is a plain object instead of an instance of a class. */
function scriptFrozen(version: Version): InstanceType<Version["LanguageModel"]> {
  const { doGenerate, doStream, modelId, provider, specificationVersion } = scriptModel(version, { text: "Yes." });
  return { doGenerate, doStream, modelId, provider, specificationVersion, supportedUrls: {} } as never;
}
