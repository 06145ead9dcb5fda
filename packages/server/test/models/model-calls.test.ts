import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../../src/create-server.ts";
import { setUp, valueOf, type Browser } from "../accounts/browser.ts";
import { endOpenAI, openAIChunk, sendError, sendOpenAI, startModelServer, startStream } from "./model-server.ts";

const apiKey = "model-key-CANARY-0123456789abcdef";
const resultFields = `text messages problem message finishReason inputTokenCount outputTokenCount cost ttFirstToken durationMs
  stepIds toolCalls { id name arguments }`;

type Fields = Readonly<Record<string, unknown>>;

interface Event {
  readonly index: number;
  readonly text: string | null;
  readonly result: Fields | null;
}

/** Starts a service with an owner, and a connection to a provider on loopback. */
async function start(connection: object = {}) {
  const provider = await startModelServer();
  const server = createServer({ modelHosts: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const owner = await setUp(server);
  const ask = async (query: string, variables: object = {}): Promise<Fields> => {
    const { data, errors } = await owner.graphql(query, { project: "default", variables: { ...variables } });
    if (errors[0]) throw new Error(errors[0].message);
    return data ?? {};
  };
  const created = await ask(
    "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }",
    { connection: { name: "c", kind: "openai", baseUrl: `${provider.origin}/v1`, apiKey, ...connection } },
  );
  const { id } = valueOf(created, "createModelConnection") as { id: string };
  const input = (call: object): object => ({
    connectionId: id,
    model: "gpt-4o",
    messages: [{ role: "user", content: "hello" }],
    ...call,
  });
  return {
    provider,
    ask,
    call: async (call: object = {}): Promise<Fields> =>
      valueOf(
        await ask(`mutation ($call: ModelCallInput!) { callModel(call: $call) { ${resultFields} } }`, {
          call: input(call),
        }),
        "callModel",
      ) as Fields,
    stream: (calls: readonly object[]) => openStream(server.fetch, owner, calls.map(input)),
    stepOf: async (stepId: unknown): Promise<Fields> =>
      (await ask(
        `query ($id: String!) { step(id: $id) { error output environment
          generation { promptId variables settings tools messages messageCompletion inputTokenCount } } }`,
        { id: stepId },
      ).then(({ step }) => step)) as Fields,
  };
}

/** Opens a stream of calls. `next` resolves to null at its end. */
async function openStream(
  send: (url: string, init: RequestInit) => Promise<Response>,
  { cookies }: Browser,
  calls: readonly object[],
) {
  const leaving = new AbortController();
  const response = await send("http://localhost/api/graphql", {
    method: "POST",
    headers: {
      accept: "text/event-stream",
      "content-type": "application/json",
      origin: "http://localhost",
      "sec-fetch-site": "same-origin",
      "x-threadline-project": "default",
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    body: JSON.stringify({
      query: `subscription ($calls: [ModelCallInput!]!) { modelCalls(calls: $calls) { index text result { ${resultFields} } } }`,
      variables: { calls },
    }),
    signal: leaving.signal,
  });
  if (response.headers.get("content-type")?.startsWith("application/json")) throw new Error(await response.text());
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const end = rest.indexOf("\n\n");
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (!block.startsWith("event: next") || data === undefined) continue;
        const { data: value, errors } = JSON.parse(data) as { data: Fields; errors?: { message: string }[] };
        if (errors?.[0]) throw new Error(errors[0].message);
        return value["modelCalls"] as Event;
      }
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      const read = await reader?.read();
      if (!read || read.done) return null;
      rest += read.value;
    }
  };
  return { next, leave: () => reader?.cancel() };
}

test("a call returns text, tokens, cost and its step", async () => {
  const { provider, call, stepOf } = await start();
  const result = await call({
    settings: { temperature: 0.5, maxOutputTokens: 50, stopSequences: ["END"] },
    promptId: "version",
    variables: { name: "Ada" },
  });
  expect(result).toMatchObject({
    text: "ready",
    toolCalls: [],
    messages: [{ role: "assistant", content: "ready" }],
    problem: null,
    finishReason: "stop",
    inputTokenCount: 1_000,
    outputTokenCount: 500,
  });
  expect(result["cost"]).toBeCloseTo(0.007, 9);
  expect(provider.requests[0]?.body).toMatchObject({ temperature: 0.5, max_tokens: 50, stop: ["END"] });
  const [stepId] = result["stepIds"] as string[];
  expect(await stepOf(stepId)).toMatchObject({
    environment: "experiment",
    generation: {
      promptId: "version",
      variables: { name: "Ada" },
      settings: { temperature: 0.5, max_tokens: 50, stop: ["END"] },
      messages: [{ role: "user", content: "hello" }],
      messageCompletion: { role: "assistant", content: "ready" },
    },
  });
});

test("messages with images, tool calls and results are sent as they were recorded", async () => {
  const { provider, call } = await start();
  const image = "data:image/png;base64,iVBORw0KGgo=";
  const messages = [
    { role: "system", content: "Be short" },
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image_url", image_url: { url: image } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
    },
    { role: "tool", tool_call_id: "t1", content: "a cat" },
  ];
  await call({ messages });
  expect(provider.requests[0]?.body["messages"]).toMatchObject([
    { role: "system", content: "Be short" },
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image_url", image_url: { url: image } },
      ],
    },
    { role: "assistant", tool_calls: [{ id: "t1", function: { name: "look", arguments: '{"at":1}' } }] },
    { role: "tool", tool_call_id: "t1", content: "a cat" },
  ]);
});

test("a response schema is sent, and images are not downloaded", async () => {
  const { provider, call } = await start();
  const schema = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };
  await call({ responseSchema: schema });
  expect(provider.requests[0]?.body["response_format"]).toMatchObject({ type: "json_schema", json_schema: { schema } });
  const content = [{ type: "image_url", image_url: { url: `${provider.origin}/secret.png` } }];
  await expect(call({ messages: [{ role: "user", content }] })).rejects.toThrow("the service does not download images");
  expect(provider.requests).toHaveLength(1);
});

test("tool calls with mocked results continue the conversation, and other tool calls end it", async () => {
  const { provider, call } = await start();
  provider.reply((response, { body }) => {
    const messages = body["messages"] as { role: string; content: unknown }[];
    if (messages.at(-1)?.role === "tool") return sendOpenAI(response, [`It is ${String(messages.at(-1)?.content)}`]);
    startStream(response);
    const toolCall = {
      index: 0,
      id: "t1",
      type: "function",
      function: { name: "weather", arguments: '{"city":"Bern"}' },
    };
    response.write(openAIChunk({ role: "assistant", tool_calls: [toolCall] }));
    return endOpenAI(response, "tool_calls");
  });
  const weather = { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } };
  const ended = await call({ tools: [weather] });
  expect(ended).toMatchObject({
    text: "",
    finishReason: "tool-calls",
    toolCalls: [{ id: "t1", name: "weather", arguments: { city: "Bern" } }],
  });
  const continued = await call({ tools: [{ ...weather, result: { sky: "clear" } }] });
  expect(continued).toMatchObject({ text: 'It is {"sky":"clear"}', toolCalls: [], inputTokenCount: 2_000 });
  expect((continued["messages"] as { role: string }[]).map(({ role }) => role)).toEqual([
    "assistant",
    "tool",
    "assistant",
  ]);
  expect(continued["stepIds"]).toHaveLength(2);
});

test("a call that fails temporarily is sent again after Retry-After", async () => {
  const { provider, call } = await start();
  provider.reply((response) => {
    if (provider.requests.length < 2) sendError(response, 429, "Slow down", { "retry-after-ms": "1" });
    else sendOpenAI(response, ["done"]);
  });
  expect(await call()).toMatchObject({ text: "done", problem: null });
  expect(provider.requests).toHaveLength(2);
});

test("calls stream their texts, and end with their results", async () => {
  const { provider, stream } = await start();
  const parts = Promise.withResolvers<void>();
  provider.reply((response, { body }) => {
    startStream(response);
    response.write(openAIChunk({ role: "assistant", content: `first of ${String(body["model"])} ` }));
    void (async () => {
      await parts.promise;
      response.write(openAIChunk({ content: "second" }));
      endOpenAI(response);
    })();
  });
  const { next } = await stream([{}, { model: "gpt-4o-mini" }]);
  const first = [await next(), await next()].toSorted((one, other) => (one?.index ?? 0) - (other?.index ?? 0));
  expect(first).toEqual([
    { index: 0, text: "first of gpt-4o ", result: null },
    { index: 1, text: "first of gpt-4o-mini ", result: null },
  ]);
  parts.resolve();
  const results: Event[] = [];
  for (let event = await next(); event !== null; event = await next()) if (event.result) results.push(event);
  expect(results.toSorted((one, other) => one.index - other.index)).toMatchObject([
    { index: 0, text: null, result: { text: "first of gpt-4o second", problem: null } },
    { index: 1, text: null, result: { text: "first of gpt-4o-mini second", problem: null } },
  ]);
});

test("closing the stream cancels the call, which is recorded with its output so far", async () => {
  const { provider, stream, ask } = await start();
  const closed = Promise.withResolvers<void>();
  provider.reply((response) => {
    startStream(response);
    response.write(openAIChunk({ role: "assistant", content: "partial" }));
    void once(response, "close").then(() => closed.resolve());
  });
  const { next, leave } = await stream([{}]);
  expect(await next()).toMatchObject({ text: "partial" });
  await leave();
  await closed.promise;
  const list = "{ steps { edges { node { error output environment cost } } } }";
  await expect
    .poll(async () =>
      (valueOf(await ask(list), "steps") as { edges: { node: Fields }[] }).edges.map(({ node }) => node),
    )
    .toMatchObject([
      {
        error: "The call was canceled",
        environment: "experiment",
        output: { content: "partial" },
        cost: expect.any(Number),
      },
    ]);
});

test("concurrent calls beyond the limit of the connection wait", async () => {
  const { provider, stream } = await start({ maxConcurrentCalls: 2 });
  const open: (() => void)[] = [];
  let most = 0;
  let running = 0;
  provider.reply((response) => {
    running += 1;
    most = Math.max(most, running);
    open.push(() => {
      running -= 1;
      sendOpenAI(response, ["done"]);
    });
  });
  const { next } = await stream([{}, {}, {}, {}, {}]);
  const ended = (async () => {
    let results = 0;
    for (let event = await next(); event !== null; event = await next()) if (event.result) results += 1;
    return results;
  })();
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.();
  }
  expect(await ended).toBe(5);
  expect([most, provider.requests.length]).toEqual([2, 5]);
});

test("concurrent calls do not exceed the daily budget", async () => {
  // Each call is estimated at about $0.041.
  const { provider, stream } = await start({ dailyBudget: 0.1 });
  const gate = Promise.withResolvers<void>();
  provider.reply((response) => void gate.promise.then(() => sendOpenAI(response, ["done"])));
  const { next } = await stream([{}, {}, {}, {}]);
  const refused = [await next(), await next()];
  expect(refused).toMatchObject([
    { result: { problem: "budgetExceeded", stepIds: [] } },
    { result: { problem: "budgetExceeded" } },
  ]);
  gate.resolve();
  const rest: (string | null)[] = [];
  for (let event = await next(); event !== null; event = await next()) {
    if (event.result) rest.push(event.result["problem"] as string | null);
  }
  expect(rest).toEqual([null, null]);
  expect(provider.requests).toHaveLength(2);
});

test("a long text that looks like an image counts as text in the estimate", async () => {
  const { provider, call } = await start({ dailyBudget: 0.1 });
  const content = `data:${"word ".repeat(100_000)}`;
  expect(await call({ messages: [{ role: "user", content }] })).toMatchObject({ problem: "budgetExceeded" });
  expect(provider.requests).toHaveLength(0);
});

const costQuery = "{ modelConnections { costToday } }";

test("secrets that a provider echoes are in no event, result or step, and ordinary words stay", async () => {
  const headers = [
    { name: "x-token", value: "header-CANARY-0123456789" },
    { name: "x-feature", value: "true" },
  ];
  const { provider, stream, stepOf } = await start({ headers });
  provider.reply((response) => {
    startStream(response);
    // The secrets are divided between parts of the stream.
    for (const content of ["It is true: model-key-CAN", "ARY-0123456789abcdef, header-CANARY-", "0123456789, model-"]) {
      response.write(openAIChunk({ role: "assistant", content }));
    }
    const echo = { name: "look", arguments: JSON.stringify({ at: [apiKey] }) };
    response.write(openAIChunk({ tool_calls: [{ index: 0, id: "1", type: "function", function: echo }] }));
    endOpenAI(response, "tool_calls");
  });
  const { next } = await stream([{ tools: [{ name: "look", parameters: { type: "object" } }] }]);
  const events: Event[] = [];
  for (let event = await next(); event !== null; event = await next()) events.push(event);
  const text = "It is true: [secret], [secret], model-";
  expect(events.map((event) => event.text ?? "").join("")).toBe(text);
  const result = events.at(-1)?.result;
  expect(result).toMatchObject({ text, toolCalls: [{ arguments: { at: ["[secret]"] } }] });
  const step = await stepOf((result?.["stepIds"] as string[] | undefined)?.[0]);
  expect(step["output"]).toMatchObject({ content: text });
  expect(JSON.stringify([events, step])).not.toContain("CANARY");
});

test("a response that cannot be recorded is charged", async () => {
  const { provider, call, ask } = await start({ dailyBudget: 1 });
  provider.reply((response) => sendOpenAI(response, ["x".repeat(4_100_000)]));
  await expect(call()).rejects.toThrow("4000000 bytes");
  expect(await ask(costQuery)).toMatchObject({ modelConnections: [{ costToday: expect.closeTo(0.041, 3) }] });
});

test("a response without usage is charged by its estimated tokens", async () => {
  const { provider, call, ask } = await start({ dailyBudget: 1 });
  provider.reply((response) => {
    startStream(response);
    response.write(openAIChunk({ role: "assistant", content: "many words ".repeat(1_000) }));
    response.end(`${openAIChunk({}, "stop")}data: [DONE]\n\n`);
  });
  expect(await call()).toMatchObject({ problem: null, inputTokenCount: null });
  // The response has about 2,000 tokens, which cost $10 per million.
  expect(await ask(costQuery)).toMatchObject({ modelConnections: [{ costToday: expect.closeTo(0.02, 2) }] });
});

test("a call that is canceled before its first token is charged for its input", async () => {
  const { provider, stream, ask } = await start({ dailyBudget: 1 });
  const received = Promise.withResolvers<void>();
  provider.reply((response) => {
    startStream(response);
    response.flushHeaders();
    received.resolve();
  });
  const { next, leave } = await stream([{ messages: [{ role: "user", content: "many words ".repeat(10_000) }] }]);
  const end = next();
  await received.promise;
  await leave();
  expect(await end).toBeNull();
  // The estimate of $0.13 is replaced by the cost of about 20,000 input tokens, at $2.50 per million.
  const cost = async (): Promise<number> =>
    ((await ask(costQuery))["modelConnections"] as { costToday: number }[])[0]?.costToday ?? 0;
  await expect.poll(cost).toBeLessThan(0.1);
  expect(await cost()).toBeCloseTo(0.05, 2);
});

test("a model whose name would change the path of a request to Google is not called", async () => {
  const { provider, call } = await start({ kind: "google" });
  for (const model of ["../../upload/v1beta/files?x=", "models/../../x", "a#", "a?b", "%2e%2e/x", "a\\..\\b"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call({ model })).toMatchObject({ problem: "modelNotFound", stepIds: [] });
  }
  expect(provider.requests).toEqual([]);
});

test.each([
  ["openai", "keyRejected"],
  ["anthropic", "keyRejected"],
  ["openaiCompatible", null],
])(
  "without a key, a call of the kind %s at another base URL, with a header, has the problem %j",
  async (kind, problem) => {
    const { provider, call } = await start({ kind, apiKey: null, headers: [{ name: "x-proxy-key", value: "k" }] });
    expect(await call()).toMatchObject({ problem });
    expect(provider.requests).toHaveLength(problem === null ? 1 : 0);
  },
);

test("a call of an unknown connection fails, and the others of the stream continue", async () => {
  const { stream } = await start();
  const { next } = await stream([{ connectionId: "none" }, {}]);
  const results: Event[] = [];
  for (let event = await next(); event !== null; event = await next()) if (event.result) results.push(event);
  expect(results.toSorted((one, other) => one.index - other.index)).toMatchObject([
    { result: { problem: "requestRejected", message: 'id: model connection "none" not found', stepIds: [] } },
    { result: { problem: null, text: "ready" } },
  ]);
});

test("an invalid message is rejected before any call of the stream, with the number of its call", async () => {
  const { provider, stream } = await start();
  const invalid = { messages: [{ role: "user", content: [{ type: "audio" }] }] };
  await expect(stream([{}, invalid])).rejects.toThrow("calls[1].messages[0].content[0].type");
  expect(provider.requests).toEqual([]);
});

test.each([
  [{ messages: [] }, "call.messages: must be a list of 1 to 1000 messages"],
  [{ messages: [{ role: "other", content: "x" }] }, "call.messages[0].role: must be system"],
  [{ settings: { temperature: 3 } }, "call.settings.temperature: must be from 0 to 2"],
  [{ tools: [{ name: "a b", parameters: {} }] }, "call.tools[0].name: must be"],
  [{ tools: [{ name: "a", parameters: [] }] }, "call.tools[0].parameters: must be"],
  [{ responseSchema: "x" }, "call.responseSchema: must be"],
  [{ connectionId: "none" }, 'id: model connection "none" not found'],
])("%j is rejected", async (part, message) => {
  const { provider, call } = await start();
  await expect(call(part)).rejects.toThrow(message);
  expect(provider.requests).toEqual([]);
});
