import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "./start-model-server.ts";

let server: ModelServer;
let openai: OpenAI;
const question = "Where is my order A-1042?";

beforeAll(async () => {
  server = await startModelServer();
  openai = new OpenAI({ apiKey: "stand-in", baseURL: server.baseURL, maxRetries: 0 });
});
afterAll(() => server.close());

test("a recorded question is answered with the recorded tool call", async () => {
  const completion = await openai.chat.completions.create({
    model: server.model,
    messages: [{ role: "user", content: question }],
  });
  expect(completion.choices[0]?.finish_reason).toBe("tool_calls");
  expect(completion.choices[0]?.message.tool_calls).toEqual([
    { id: "call_0", type: "function", function: { name: "look_up_order", arguments: '{"orderId":"A-1042"}' } },
  ]);
});

test("the answer after a tool result comes as a stream with its usage", async () => {
  const stream = await openai.chat.completions.create({
    model: server.model,
    messages: [
      { role: "user", content: question },
      { role: "tool", tool_call_id: "call_0", content: "in transit" },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  let tokens = 0;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    tokens = chunk.usage?.total_tokens ?? tokens;
  }
  expect(text).toContain("A-1042 left our warehouse");
  expect(tokens).toBeGreaterThan(20);
});

test("a stream contains usage only on request", async () => {
  const messages = [{ role: "user" as const, content: question }];
  for await (const chunk of await openai.chat.completions.create({ model: server.model, messages, stream: true }))
    expect(chunk).not.toHaveProperty("usage");
});

const repairs = "The zip of my tent is broken and a sleeve of my jacket is torn. What would it cost to repair both?";

test("the smaller model gives other responses than the larger one", async () => {
  const messages = [{ role: "user" as const, content: "I wore my boots outside once. Can I return them?" }];
  const ask = async (model: string): Promise<string> => {
    const { choices } = await openai.chat.completions.create({ model, messages });
    return choices[0]?.message.content ?? "";
  };
  expect(await ask(server.model)).toContain("only unworn");
  expect(await ask(server.smallModel)).toContain("Yes, you can return goods");
});

test("a response calls tools side by side, and answers after all of their results", async () => {
  const asked = { role: "user" as const, content: repairs };
  const response = await openai.responses.create({ model: server.model, input: [asked] });
  const calls = response.output.filter((item) => item.type === "function_call");
  expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([
    { item: "tent", damage: "zip" },
    { item: "jacket", damage: "tear" },
  ]);
  const results = calls.map(({ call_id }) => ({ type: "function_call_output" as const, call_id, output: "12 euros" }));
  const answer = await openai.responses.create({ model: server.model, input: [asked, ...calls, ...results] });
  expect(answer.output_text).toContain("24 euros");
  expect(answer.usage?.total_tokens).toBeGreaterThan(50);
  const half = [asked, ...calls, ...results.slice(1)];
  await expect(openai.responses.create({ model: server.model, input: half })).rejects.toThrow("after 1 tool results");
});

test.each([question, repairs])("the events of a streamed response add up to the complete one: %s", async (input) => {
  const whole = await openai.responses.create({ model: server.model, input });
  const stream = openai.responses.stream({ model: server.model, input });
  const numbers: number[] = [];
  for await (const event of stream) numbers.push(event.sequence_number);
  const streamed = await stream.finalResponse();
  expect(streamed.output).toMatchObject(
    whole.output.map((item) => (item.type === "function_call" ? { type: item.type, arguments: item.arguments } : {})),
  );
  expect(streamed.usage).toEqual(whole.usage);
  expect(numbers).toEqual(numbers.map((_, index) => index));
});

test("embeddings are the same as numbers and as base64", async () => {
  const request = { model: server.embeddingModel, input: ["torn tent", "boots"] };
  // If no format is given, the client requests base64, and decodes it.
  const { data } = await openai.embeddings.create(request);
  const numbers = await openai.embeddings.create({ ...request, encoding_format: "float" });
  for (const [index, { embedding }] of data.entries()) {
    expect(embedding).toHaveLength(256);
    for (const [at, value] of embedding.entries()) expect(value).toBeCloseTo(numbers.data[index]?.embedding[at] ?? NaN);
  }
});

const unknown = [{ role: "user" as const, content: "Who are you?" }];

test.each([
  [
    "a question",
    () => openai.chat.completions.create({ model: server.model, messages: unknown }),
    "no recorded answer",
  ],
  [
    "a streamed one",
    () => openai.responses.create({ model: server.model, input: unknown, stream: true }),
    "Who are you?",
  ],
  ["a model", () => openai.responses.create({ model: "other", input: question }), "not other"],
  [
    "a model of embeddings",
    () => openai.embeddings.create({ model: "other", input: "a" }),
    "no recorded embeddings for other",
  ],
  ["an endpoint", () => openai.moderations.create({ input: "a" }), "the stand-in has no POST /v1/moderations"],
])("%s that is not recorded is refused with 404", async (_what, call, message) => {
  await expect(call()).rejects.toMatchObject({ status: 404, message: expect.stringContaining(message) });
});

test("a body that is not JSON is rejected with 400", async () => {
  const response = await fetch(`${server.baseURL}/responses`, { method: "POST", body: "{" });
  expect(response.status).toBe(400);
});
