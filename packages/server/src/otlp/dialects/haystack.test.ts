import { expect, test } from "vitest";
import { spanOf } from "../../../test/otlp/span-of.ts";
import { mapSpan } from "../map-span.ts";

// Content of spans as Haystack's own tracer sent them: haystack-ai 2.21 on 2026-11-24, with
// HAYSTACK_CONTENT_TRACING_ENABLED.
const system = { role: "system", meta: {}, name: null, content: [{ text: "You are a support agent." }] };
const question = { role: "user", meta: {}, name: null, content: [{ text: "Where is my order?" }] };
const origin = { tool_name: "look_up_order", arguments: { order_id: "8841" }, id: "call_1", extra: null };
const toolMessage = {
  role: "tool",
  meta: {},
  name: null,
  content: [{ tool_call_result: { result: '{"status":"shipped"}', origin, error: false } }],
};
const reply = {
  role: "assistant",
  meta: {
    model: "gpt-4o-mini-2024-07-18",
    index: 0,
    finish_reason: "tool_calls",
    usage: {
      completion_tokens: 17,
      prompt_tokens: 120,
      completion_tokens_details: { reasoning_tokens: 5 },
      prompt_tokens_details: { cached_tokens: 40 },
    },
  },
  name: null,
  content: [{ tool_call: origin }],
};
const tool = {
  type: "haystack.tools.tool.Tool",
  data: { name: "look_up_order", description: "Look up an order", parameters: { type: "object" }, function: "f" },
};

test("a generator of Haystack's own tracer is a call with messages, tools and tokens", () => {
  const facts = mapSpan(
    spanOf({
      "haystack.component.name": "chat_generator",
      "haystack.component.type": "OpenAIChatGenerator",
      "haystack.component.input": {
        messages: [system, question, reply, toolMessage],
        generation_kwargs: { temperature: 0.2 },
        tools: [tool],
      },
      "haystack.component.output": { replies: [reply] },
    }),
  );
  const call = {
    role: "assistant",
    tool_calls: [
      { id: "call_1", type: "function", function: { name: "look_up_order", arguments: '{"order_id":"8841"}' } },
    ],
  };
  expect(facts).toMatchObject({
    role: "model",
    name: "chat_generator",
    provider: "openai",
    responseModel: "gpt-4o-mini-2024-07-18",
    settings: { temperature: 0.2 },
    finishReason: "tool_calls",
    tools: [{ type: "function", function: { name: "look_up_order", parameters: { type: "object" } } }],
    messages: [
      { role: "system", content: "You are a support agent." },
      { role: "user", content: "Where is my order?" },
      call,
      { role: "tool", content: '{"status":"shipped"}', tool_call_id: "call_1" },
    ],
    completion: call,
    usage: { input: 120, output: 17, cached: 40, reasoning: 5 },
  });
});

test("agents, tools, retrievers and pipelines of Haystack's own tracer have a type, a name and values", () => {
  const component = (type: string, input: object, output: object) =>
    mapSpan(
      spanOf({
        "haystack.component.name": "part",
        "haystack.component.type": type,
        "haystack.component.input": input,
        "haystack.component.output": output,
      }),
    );
  expect(component("ToolInvoker", { messages: [reply] }, { tool_messages: [toolMessage], state: {} })).toMatchObject({
    role: "tool",
    name: "look_up_order",
    toolCallId: "call_1",
    input: { order_id: "8841" },
    output: { status: "shipped" },
  });
  const documents = [{ id: "d1", content: "a doc" }];
  expect(component("InMemoryBM25Retriever", { query: "order" }, { documents })).toMatchObject({
    role: "retrieval",
    input: { query: "order" },
    output: { documents },
  });
  expect(component("OpenAITextEmbedder", { text: "order" }, { meta: { usage: { prompt_tokens: 9 } } })).toMatchObject({
    role: "embedding",
    input: "order",
    usage: { input: 9 },
  });
  expect(component("PromptBuilder", { q: "x" }, { prompt: "y" })).toMatchObject({ role: "chain", name: "part" });
  const agent = spanOf(
    { "haystack.agent.input": { messages: [question] }, "haystack.agent.output": { messages: [system, reply] } },
    { name: "haystack.agent.run" },
  );
  expect(mapSpan(agent)).toMatchObject({
    role: "agent",
    input: { messages: [{ role: "user", content: "Where is my order?" }] },
    output: { messages: [{ role: "system" }, { role: "assistant", tool_calls: [{ id: "call_1" }] }] },
  });
  const pipeline = spanOf(
    { "haystack.pipeline.input_data": { prompt: { q: "x" } }, "haystack.pipeline.output_data": { llm: {} } },
    { name: "haystack.pipeline.run" },
  );
  expect(mapSpan(pipeline)).toMatchObject({ role: "workflow", input: { prompt: { q: "x" } }, output: { llm: {} } });
});
