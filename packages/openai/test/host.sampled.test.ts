import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Threadline, type ThreadlineOptions } from "@threadline/core";
import * as imported from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newestOf } from "../../server/test/test-inputs.ts";
import { instrument, observe } from "../src/index.ts";
import { majors } from "./majors.ts";
import { type Recording, startRecording } from "./recording.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let recording: Recording;

beforeAll(() => {
  recording = startRecording();
});
afterAll(() => recording.close());

const body = { model: "gpt-4o-mini", messages: [{ role: "user" as const, content: "Hi" }] };
const streamed = { ...body, stream: true as const };
const completion = {
  id: "chatcmpl-1",
  model: "gpt-4o-mini",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" } }],
};

/** Creates a provider that creates an event of a stream only when the event is read. */
function slowProvider(made: number[]): () => Promise<Response> {
  const encoder = new TextEncoder();
  return async () => {
    let count = 0;
    const source = new ReadableStream(
      {
        pull: (controller) => {
          made.push(performance.now());
          count += 1;
          const chunk = { ...completion, choices: [{ index: 0, delta: { content: `${count} ` } }] };
          controller.enqueue(encoder.encode(count > 8 ? "data: [DONE]\n\n" : `data: ${JSON.stringify(chunk)}\n\n`));
          if (count > 8) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(source, { headers: { "content-type": "text/event-stream" } });
  };
}

describe.each(newestOf(majors))("openai $major", ({ module: { OpenAI } }) => {
  const make = (fetch: () => Promise<Response>) =>
    new OpenAI({ apiKey: "key", baseURL: "http://provider.test/v1", fetch, maxRetries: 0 });

  test("a stream is not read before the caller reads it", async () => {
    const count = async (wrap: (openai: imported.OpenAI) => imported.OpenAI) => {
      const made: number[] = [];
      const stream = await wrap(make(slowProvider(made))).chat.completions.create(streamed);
      const counts = [made.length];
      for await (const _ of stream) {
        await setTimeout(1);
        counts.push(made.length);
      }
      return counts;
    };
    const without = await count((openai) => openai);
    expect(without.length).toBeGreaterThan(8);
    expect(await count((openai) => observe(openai, { client: recording.client, streamUsage: true }))).toStrictEqual(
      without,
    );
  });

  test("a rejection that the caller does not handle stays unhandled", async () => {
    const refused = async () => Response.json({ error: { message: "no" } }, { status: 400 });
    const listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    try {
      const rejected = once(process, "unhandledRejection");
      void observe(make(refused), { client: recording.client }).chat.completions.create(body);
      expect(await Promise.race([rejected, setTimeout(30_000)])).toMatchObject([{ status: 400 }, expect.any(Promise)]);
    } finally {
      for (const listener of listeners) process.on("unhandledRejection", listener);
    }
  });

  test("recording errors reach onError and never the caller", async () => {
    const errors: unknown[] = [];
    const down = new Threadline({
      apiKey: "key",
      fetch: async () => new Promise(() => undefined),
      onError: (error) => errors.push(error),
    });
    const tags = new Proxy([], {
      get: () => {
        throw new RangeError("of the tags");
      },
    });
    const openai = observe(
      make(async () => Response.json(completion)),
      { client: down, tags },
    );
    await expect(openai.chat.completions.create(body)).resolves.toMatchObject({ id: "chatcmpl-1" });
    await down.flush();
    expect(errors).toMatchObject([{ message: "of the tags" }]);
  });

  test("a service that never answers delays nothing", async () => {
    const down = new Threadline({
      apiKey: "key",
      fetch: async () => new Promise(() => undefined),
      onError: () => undefined,
    });
    const openai = observe(
      make(async () => Response.json(completion)),
      { client: down },
    );
    for (let index = 0; index < 50; index += 1) {
      expect(await openai.chat.completions.create(body)).toMatchObject({ id: completion.id });
    }
  });

  test("a partly read stream is recorded once it is garbage-collected, without a flush", async () => {
    const service = startRecording();
    const openai = observe(make(slowProvider([])), { client: service.client, autoThread: false });
    await (async () => {
      const stream = await openai.chat.completions.create(streamed);
      await stream[Symbol.asyncIterator]().next();
    })();
    for (let attempt = 0; attempt < 1_000 && service.client.delivery.stats().submitted === 0; attempt += 1) {
      collectGarbage();
      await setTimeout(5);
    }
    expect(service.client.delivery.stats().submitted).toBe(1);
    await service.close();
  });

  test("unsampled, masked or excluded content is not sent, nor are its files", async () => {
    const image = { type: "image_url" as const, image_url: { url: `data:image/png;base64,${"A".repeat(4096)}` } };
    const send = async (options: ThreadlineOptions) => {
      const requests: string[] = [];
      const fetch: ThreadlineOptions["fetch"] = async (input) => {
        requests.push(new URL(String(input instanceof Request ? input.url : input)).pathname);
        return Response.json({ data: { ingestSteps: [{ ok: true }, { ok: true }] } });
      };
      const client = new Threadline({ apiKey: "key", fetch, ...options });
      const openai = observe(
        make(async () => Response.json(completion)),
        { client, autoThread: false },
      );
      await openai.chat.completions.create({ ...body, messages: [{ role: "user", content: [image] }] });
      await client.flush();
      return requests;
    };
    expect(await send({ sampleRate: 0 })).toStrictEqual([]);
    expect(await send({ mask: (record) => record })).toStrictEqual(["/api/graphql"]);
    expect(await send({ recordInputs: false })).toStrictEqual(["/api/graphql"]);
    expect(await send({ onError: () => undefined })).toContain("/api/upload/file");
  });

  test("a disabled client is not changed", () => {
    const openai = make(async () => Response.json(completion));
    const before = Reflect.ownKeys(openai);
    observe(openai, { client: new Threadline({ disabled: true }) });
    expect(Reflect.ownKeys(openai)).toStrictEqual(before);
  });

  test("a method that was wrapped again later keeps working after uninstrumenting", async () => {
    const undo = instrument({ OpenAI, client: recording.client });
    const { prototype } = OpenAI;
    const ours = Reflect.get(prototype, "request") as (...values: unknown[]) => unknown;
    let calls = 0;
    const theirs = function (this: unknown, ...values: unknown[]) {
      calls += 1;
      return ours.apply(this, values);
    };
    Object.defineProperty(prototype, "request", { value: theirs, configurable: true, writable: true });
    undo();
    await make(async () => Response.json(completion)).chat.completions.create(body);
    expect(calls).toBe(1);
    Object.defineProperty(prototype, "request", { value: ours, configurable: true, writable: true });
  });
});

test("both copies of the package, by import and by require, are instrumented separately", async () => {
  const required = createRequire(import.meta.url)("openai") as typeof imported;
  expect(required.OpenAI).not.toBe(imported.OpenAI);
  const run = recording.client.run({ name: "run" });
  await run.wrap(async () => {
    const undo = [imported, required].map(({ OpenAI }, index) =>
      instrument({ OpenAI, client: recording.client, name: `copy ${index}` }),
    );
    for (const { OpenAI } of [imported, required]) {
      await new OpenAI({ apiKey: "key", fetch: async () => Response.json(completion) }).chat.completions.create(body);
    }
    for (const restore of undo) restore();
  });
  expect((await recording.below(run.id)).map(({ name }) => name)).toStrictEqual(["copy 0", "copy 1"]);
});
