import { expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { mapSpan } from "./map-span.ts";
import type { Span } from "./span.ts";

/** A span with some attributes; those that are no text or number are JSON text, as most emitters send them. */
function spanOf(attributes: Readonly<Record<string, unknown>>, span: Partial<Span> = {}): Span {
  const sent = Object.entries(attributes).map(([key, value]): [string, JsonValue] => [
    key,
    typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value),
  ]);
  return {
    traceId: "1".repeat(32),
    spanId: "2".repeat(16),
    parentSpanId: "3".repeat(16),
    name: "span",
    startTime: 1_000,
    endTime: 2_000,
    attributes: new Map(sent),
    events: [],
    links: [],
    isFailed: false,
    statusMessage: "",
    scope: "",
    resource: new Map(),
    ...span,
  };
}

test("a generator of Haystack is a call, whose tokens are in its output alone", () => {
  const reply = {
    role: "assistant",
    content: [{ text: "Hello" }],
    meta: { model: "gpt-4o-mini", finish_reason: "stop", usage: { prompt_tokens: 3, completion_tokens: 2 } },
  };
  const facts = mapSpan(
    spanOf({
      "openinference.span.kind": "CHAIN",
      "input.value": { messages: [{ role: "user", content: [{ text: "Hi" }] }] },
      "output.value": { replies: [reply] },
    }),
  );
  expect(facts).toMatchObject({
    role: "model",
    provider: "openai",
    responseModel: "gpt-4o-mini",
    finishReason: "stop",
    usage: { input: 3, output: 2 },
    messages: [{ role: "user", content: "Hi" }],
    completion: { role: "assistant", content: "Hello" },
  });
});

test("buckets of Langfuse that leave cached tokens out are added up", () => {
  const usage = { input: 284, output: 21, total: 449, input_cache_read: 128, output_reasoning: 16 };
  const span = { "langfuse.observation.type": "generation", "langfuse.observation.usage_details": usage };
  expect(mapSpan(spanOf(span)).usage).toMatchObject({ input: 412, output: 37, cached: 128, reasoning: 16 });
  const whole = { ...usage, total: 305 };
  const inclusive = { ...span, "langfuse.observation.usage_details": whole };
  expect(mapSpan(spanOf(inclusive)).usage).toMatchObject({ input: 284, output: 21 });
});

test("tool calls of LangChain's messages are found beside the content", () => {
  const output = {
    role: "assistant",
    content: "",
    additional_kwargs: { tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] },
  };
  const span = spanOf({ "langfuse.observation.type": "generation", "langfuse.observation.output": output });
  expect(mapSpan(span).completion).toMatchObject({
    tool_calls: [{ id: "c", function: { name: "f", arguments: "{}" } }],
  });
});

test("old attributes of Google's ADK hold the request and the response of Gemini", () => {
  const request = {
    model: "gemini-2.5-flash",
    config: { system_instruction: "Be kind." },
    contents: [{ role: "user", parts: [{ text: "Hi" }] }],
  };
  const response = { content: { role: "model", parts: [{ function_call: { id: "c", name: "f", args: { a: 1 } } }] } };
  const facts = mapSpan(
    spanOf({
      "gen_ai.system": "gcp.vertex.agent",
      "gen_ai.request.model": "gemini-2.5-flash",
      "gcp.vertex.agent.llm_request": request,
      "gcp.vertex.agent.llm_response": response,
    }),
  );
  expect(facts).toMatchObject({
    role: "model",
    provider: "google",
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hi" },
    ],
    completion: { role: "assistant", tool_calls: [{ function: { name: "f", arguments: '{"a":1}' } }] },
  });
});

test("images, reasoning and results of tools keep their place in a message", () => {
  const messages = [
    {
      role: "user",
      parts: [
        { type: "text", content: "What is this?" },
        { type: "blob", modality: "image", mime_type: "image/png", content: "aGk=" },
      ],
    },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", content: "Hm" },
        { type: "tool_call", id: "c", name: "f", arguments: {} },
      ],
    },
    { role: "tool", parts: [{ type: "tool_call_response", id: "c", response: { a: 1 } }] },
  ];
  const facts = mapSpan(spanOf({ "gen_ai.operation.name": "chat", "gen_ai.input.messages": messages }));
  expect(facts.messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      ],
    },
    {
      role: "assistant",
      content: null,
      reasoning_content: "Hm",
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", content: '{"a":1}', tool_call_id: "c" },
  ]);
});

test("Python values in text are read, and other text stays", () => {
  const usage =
    "{'completion_tokens': 2, 'prompt_tokens': 3, 'prompt_tokens_details': {'cached_tokens': 1, 'x': None}}";
  const span = spanOf({ "metadata.usage_object": usage, "litellm.call_id": "c", "llm.request.type": "acompletion" });
  expect(mapSpan(span)).toMatchObject({ role: "model", usage: { input: 3, output: 2, cached: 1 } });
  const broken = spanOf({ "metadata.usage_object": "{'a': ", "litellm.call_id": "c" });
  expect(mapSpan(broken).usage).toBeUndefined();
});
