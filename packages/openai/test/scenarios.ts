import type OpenAI from "openai";
import { toFile } from "openai";
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";

/** Access of a scenario to the simulated provider. */
export interface Provider {
  /** Resolves when the next request arrives. */
  arrival: () => Promise<void>;
}

/** Uses the client. Returns everything that a caller can observe. */
export type Scenario = (openai: OpenAI, provider: Provider) => Promise<unknown>;

const messages = freeze([{ role: "user" as const, content: "When do you open?" }]);
const model = "gpt-4o-mini";
const Opening = z.object({ opens: z.number() });

/** Freezes a value and everything in it. */
function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

/** Returns the object with helper methods, such as `runTools`. In version 4, it is a part of `beta`. */
export function helpers(openai: OpenAI): OpenAI["chat"]["completions"] {
  const { chat } = openai.beta as unknown as { chat?: OpenAI["chat"] };
  return chat?.completions ?? openai.chat.completions;
}

/** Creates new tools for each call of `runTools`. */
export function tools(ran: unknown[] = []): {
  type: "function";
  function: {
    name: string;
    description: string;
    parameters: object;
    parse: typeof JSON.parse;
    function: (day: { day: string }) => string;
  };
}[] {
  return [
    {
      type: "function",
      function: {
        name: "opening_hours",
        description: "When the shop opens",
        parameters: { type: "object", properties: { day: { type: "string" } } },
        parse: JSON.parse,
        function: ({ day }) => {
          ran.push(day);
          return `${day}: 9`;
        },
      },
    },
  ];
}

/** Returns the error with which `AbortSignal.timeout` aborts. */
function overdue(): DOMException {
  return new DOMException("The operation was aborted due to timeout", "TimeoutError");
}

/**
 * Calls `request` with a timeout that expires when the request has arrived. A real timeout could expire earlier on a
 * busy machine.
 */
async function timeOutOnceArrived<Result>(
  arrived: Promise<void>,
  request: (timeoutMs: number) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = 86_400_000;
  const { setTimeout: start } = globalThis;
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: unknown[]) => {
    if (ms !== timeoutMs) return start(run, ms, ...rest);
    void arrived.then(run);
    return start(() => {}, 0);
  }) as typeof setTimeout; // lacks only `__promisify__`, which the clients do not use
  try {
    return await request(timeoutMs);
  } finally {
    globalThis.setTimeout = start;
  }
}

async function collect(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** Returns the result or the error of the work, as its caller observes it. */
async function fail(work: () => unknown): Promise<unknown> {
  try {
    return { ended: await work() };
  } catch (error) {
    const { name, message, status, code, type, request_id: requestId } = error as Record<string, unknown>;
    return {
      class: (error as object).constructor.name,
      name,
      message,
      status,
      code,
      type,
      requestId,
      keys: Reflect.ownKeys(error as object),
    };
  }
}

const create = freeze({ model, messages });
const streamed = freeze({ model, messages, stream: true as const });
const image = async (): Promise<File> => toFile(Buffer.alloc(2048, 1), "shop.png", { type: "image/png" });
const sound = async (): Promise<File> => toFile(Buffer.alloc(2048, 2), "question.wav", { type: "audio/wav" });

export const scenarios: Record<string, Scenario> = {
  create: (openai) => openai.chat.completions.create(create),
  "the promise": async (openai) => {
    const promise = openai.chat.completions.create(create);
    const seen = [
      promise.constructor.name,
      Object.keys(promise).toSorted(),
      promise instanceof Promise,
      typeof promise.asResponse,
    ];
    return [...seen, await promise, await promise.then(({ id }) => id), await promise.finally(() => undefined)];
  },
  withResponse: async (openai) => {
    const { data, response, request_id: requestId } = await openai.chat.completions.create(create).withResponse();
    return [
      data,
      Reflect.get(data, "_request_id"),
      Object.keys(data),
      response.status,
      response.headers.get("x-request-id"),
      requestId,
    ];
  },
  asResponse: async (openai) => {
    const response = await openai.chat.completions.create(create).asResponse();
    return [
      response.constructor.name,
      response.status,
      response.url.replace(/:\d+/u, ""),
      response.bodyUsed,
      await response.json(),
    ];
  },
  "asResponse of a stream": async (openai) => (await openai.chat.completions.create(streamed).asResponse()).text(),
  stream: async (openai) => {
    const stream = await openai.chat.completions.create(streamed);
    const shape = [stream.constructor.name, Object.keys(stream).toSorted(), stream.controller.signal.aborted];
    const iterator = stream[Symbol.asyncIterator]();
    const parts = [Object.prototype.toString.call(iterator), Object.keys(iterator), typeof iterator.return];
    const seen = [];
    for (let result = await iterator.next(); !result.done; result = await iterator.next()) seen.push(result.value);
    return [shape, parts, seen, await iterator.next()];
  },
  "stream withResponse": async (openai) => {
    const { data, response } = await openai.chat.completions.create(streamed).withResponse();
    return [response.headers.get("content-type"), await collect(data)];
  },
  "stream that asks for usage": async (openai) =>
    collect(await openai.chat.completions.create({ ...streamed, stream_options: { include_usage: true } })),
  "stream read twice": async (openai) => {
    const stream = await openai.chat.completions.create(streamed);
    return [await collect(stream), await fail(() => collect(stream))];
  },
  tee: async (openai) => {
    const [one, other] = (await openai.chat.completions.create(streamed)).tee();
    return Promise.all([collect(one), collect(other)]);
  },
  toReadableStream: async (openai) =>
    new Response((await openai.chat.completions.create(streamed)).toReadableStream()).text(),
  "stream broken off": async (openai) => {
    const stream = await openai.chat.completions.create({ ...streamed, model: "hangs" });
    for await (const chunk of stream) {
      return [
        chunk,
        stream.controller.signal.aborted,
        await new Promise((resolve) => setTimeout(() => resolve(stream.controller.signal.aborted), 5)),
      ];
    }
    return "empty";
  },
  "stream broken off by an error of the caller": async (openai) =>
    fail(async () => {
      for await (const _ of await openai.chat.completions.create(streamed)) throw new RangeError("of the caller");
    }),
  "stream aborted by its controller": async (openai) => {
    const stream = await openai.chat.completions.create({ ...streamed, model: "hangs" });
    return fail(async () => {
      const seen = [];
      for await (const chunk of stream) {
        seen.push(chunk);
        setTimeout(() => stream.controller.abort(), 5);
      }
      return seen;
    });
  },
  "stream aborted by a signal": async (openai) => {
    const controller = new AbortController();
    const { signal } = controller;
    return fail(async () => {
      const seen = [];
      for await (const chunk of await openai.chat.completions.create({ ...streamed, model: "hangs" }, { signal })) {
        seen.push(chunk);
        setTimeout(() => controller.abort(overdue()), 5);
      }
      return seen;
    });
  },
  "stream that the server breaks": (openai) =>
    fail(async () => collect(await openai.chat.completions.create({ ...streamed, model: "breaks" }))),
  "stream with an error": (openai) =>
    fail(async () => collect(await openai.chat.completions.create({ ...streamed, model: "errors-midway" }))),
  reasoning: async (openai) =>
    collect(await openai.chat.completions.create({ ...streamed, model: "deepseek-reasoner" })),
  several: (openai) => openai.chat.completions.create({ ...create, n: 2 }),
  "several streamed": async (openai) => collect(await openai.chat.completions.create({ ...streamed, n: 2 })),
  "chat with sound": (openai) => openai.chat.completions.create({ ...create, model: "gpt-4o-audio-preview" }),
  parse: async (openai) => {
    const body = { model: "gpt-4o-parses", messages, response_format: zodResponseFormat(Opening, "opening") };
    const parsed = await helpers(openai).parse(body);
    return [
      parsed,
      parsed.choices[0]?.message.parsed,
      (await helpers(openai).parse(body).withResponse()).response.status,
    ];
  },
  "stream helper": async (openai) => {
    const seen: unknown[] = [];
    const stream = helpers(openai)
      .stream({ model, messages })
      .on("content", (delta, snapshot) => seen.push([delta, snapshot]))
      .on("finalMessage", (message) => seen.push(message))
      .on("chunk", (chunk) => seen.push(chunk));
    return [stream.constructor.name, await stream.finalChatCompletion(), await stream.totalUsage(), seen];
  },
  "stream helper that parses": async (openai) => {
    const stream = helpers(openai).stream({
      model: "gpt-4o-parses",
      messages,
      response_format: zodResponseFormat(Opening, "opening"),
    });
    return [await collect(stream), (await stream.finalChatCompletion()).choices[0]?.message.parsed];
  },
  runTools: async (openai) => {
    const ran: unknown[] = [];
    const runner = helpers(openai).runTools({ model: "gpt-4o-tools", messages: [...messages], tools: tools(ran) });
    return [
      await runner.finalContent(),
      runner.messages,
      ran,
      runner.allChatCompletions().length,
      await runner.totalUsage(),
    ];
  },
  "runTools streamed": async (openai) => {
    const ran: unknown[] = [];
    const runner = helpers(openai).runTools({
      model: "gpt-4o-tools",
      messages: [...messages],
      tools: tools(ran),
      stream: true,
    });
    return [await collect(runner), await runner.finalContent(), ran];
  },
  "a tool that fails": (openai) => {
    const [tool] = tools();
    if (tool)
      tool.function.function = () => {
        throw new RangeError("closed");
      };
    return fail(() =>
      helpers(openai)
        .runTools({ model: "gpt-4o-tools", messages: [...messages], tools: tool ? [tool] : [] })
        .finalContent(),
    );
  },
  completion: (openai) => openai.completions.create(freeze({ model: "gpt-3.5-turbo-instruct", prompt: "Open at" })),
  "completion streamed": async (openai) =>
    collect(await openai.completions.create({ model: "gpt-3.5-turbo-instruct", prompt: "Open", stream: true })),
  response: async (openai) => {
    const response = await openai.responses.create(freeze({ model: "gpt-5-mini", input: "When do you open?" }));
    return [response, response.output_text];
  },
  "response parsed": async (openai) =>
    (
      await openai.responses.parse({
        model: "gpt-5-parses",
        input: "When?",
        text: { format: zodTextFormat(Opening, "opening") },
      })
    ).output_parsed,
  "response streamed": async (openai) =>
    collect(await openai.responses.create(freeze({ model: "gpt-5-mini", input: "When?", stream: true as const }))),
  "response stream helper": async (openai) => {
    const stream = openai.responses.stream({ model: "gpt-5-mini", input: "When?" });
    return [await collect(stream), (await stream.finalResponse()).output_text];
  },
  "response in the background": async (openai) => {
    const started = await openai.responses.create({ model: "gpt-5-mini", input: "When?", background: true });
    return [started.status, await openai.responses.retrieve(started.id)];
  },
  "response that fails": (openai) => openai.responses.create({ model: "gpt-5-fails", input: "When?" }),
  embedding: (openai) => openai.embeddings.create(freeze({ model: "text-embedding-3-small", input: ["one", "two"] })),
  "embedding as numbers": (openai) =>
    openai.embeddings.create({ model: "text-embedding-3-small", input: "one", encoding_format: "float" }),
  moderation: (openai) => openai.moderations.create(freeze({ input: "You are late." })),
  image: (openai) => openai.images.generate(freeze({ model: "gpt-image-1", prompt: "a shop" })),
  "image edited": async (openai) =>
    openai.images.edit({ model: "gpt-image-1", image: await image(), prompt: "add a hat" }),
  "image varied": async (openai) => openai.images.createVariation({ image: await image() }),
  speech: async (openai) => {
    const response = await openai.audio.speech.create(
      freeze({ model: "gpt-4o-mini-tts", voice: "alloy", input: "At nine." }),
    );
    return [
      response.constructor.name,
      response.headers.get("content-type"),
      Object.keys(response),
      (await response.arrayBuffer()).byteLength,
    ];
  },
  transcription: async (openai) =>
    openai.audio.transcriptions.create({ model: "gpt-4o-transcribe", file: await sound() }),
  "transcription as text": async (openai) =>
    openai.audio.transcriptions.create({ model: "whisper-1", file: await sound(), response_format: "text" }),
  translation: async (openai) => openai.audio.translations.create({ model: "whisper-1", file: await sound() }),
  models: async (openai) => (await openai.models.list()).data,
  "a request of the caller's own": (openai) => openai.post("/chat/completions", { body: create }),
  "bad request": (openai) => fail(() => openai.chat.completions.create({ ...create, model: "fails-400" })),
  unauthorized: (openai) => fail(() => openai.chat.completions.create({ ...create, model: "fails-401" })),
  "rate limit, twice": (openai) =>
    fail(() => openai.chat.completions.create({ ...create, model: "fails-429" }, { maxRetries: 1 })),
  "server error withResponse": (openai) =>
    fail(() => openai.chat.completions.create({ ...create, model: "fails-500" }).withResponse()),
  "server error asResponse": (openai) =>
    fail(() => openai.chat.completions.create({ ...create, model: "fails-500" }).asResponse()),
  "server error of a stream": (openai) =>
    fail(() => openai.chat.completions.create({ ...streamed, model: "fails-500" })),
  "not JSON": (openai) => fail(() => openai.chat.completions.create({ ...create, model: "answers-text" })),
  "bad arguments": (openai) => fail(() => openai.chat.completions.create(undefined as never)),
  "time over": (openai, { arrival }) =>
    timeOutOnceArrived(arrival(), (timeout) =>
      fail(() => openai.chat.completions.create({ ...create, model: "hangs" }, { timeout })),
    ),
  "aborted before": (openai) => fail(() => openai.chat.completions.create(create, { signal: AbortSignal.abort() })),
  "aborted while waiting": (openai, { arrival }) => {
    const controller = new AbortController();
    void arrival().then(() => controller.abort(overdue()));
    const { signal } = controller;
    return fail(() => openai.chat.completions.create({ ...create, model: "hangs" }, { signal }));
  },
  withOptions: (openai) =>
    // Version 4 does not have this method.
    openai.withOptions?.({ maxRetries: 0 }).chat.completions.create(create) ?? Promise.resolve(),
};
