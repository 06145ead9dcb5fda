import { expect, test } from "vitest";
import { spanOf } from "../../test/otlp/span-of.ts";
import { mapSpan } from "./map-span.ts";

test("a generator of Haystack is a call, whose tokens are only in its output", () => {
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

test("the time to first token of a later Mastra call is omitted, because it repeats the time of the first call", () => {
  const callAt = (startTime: number) =>
    mapSpan(
      spanOf(
        { "mastra.span.type": "model_inference", "mastra.completion_start_time": "1970-01-01T00:00:01.250Z" },
        { startTime },
      ),
    ).timeToFirstToken;
  expect([callAt(1_000), callAt(1_300)]).toEqual([250, undefined]);
});

test("Langfuse token buckets that exclude cached tokens are summed", () => {
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

test("old attributes of Google's ADK contain the request and the response of Gemini", () => {
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

test("images, reasoning and tool results keep their position in a message", () => {
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

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "the name of an inherited property, %s, is a name like any other",
  (name) => {
    const facts = mapSpan(
      spanOf({
        "gen_ai.operation.name": name,
        "gen_ai.provider.name": name,
        "gen_ai.request.model": name,
        [`gen_ai.request.${name}`]: 1,
        "openinference.span.kind": name,
        "langfuse.observation.type": name,
        "mlflow.spanType": name,
        "langsmith.span.kind": name,
        "mastra.span.type": name,
        "traceloop.span.kind": name,
        "llm.request.type": name,
        "genkit:type": name,
        "genkit:metadata:subtype": name,
        "gen_ai.input.messages": [
          { role: name, type: name, content: [{ type: name }, { type: "text", content: "Hi" }] },
        ],
        "gen_ai.output.messages": `{'role': ${name}}`,
      }),
    );
    expect(typeof facts.role).toBe("string");
    expect([typeof facts.provider, typeof facts.settings?.["model"]]).not.toContain("function");
    expect(facts.messages).toEqual([
      { role: name.toLowerCase(), content: [{ type: name }, { type: "text", text: "Hi" }] },
    ]);
    expect(JSON.parse(JSON.stringify(facts))).toEqual(JSON.parse(JSON.stringify({ ...facts })));
  },
);

test("LangChain messages in LangSmith's export become chat messages", () => {
  const message = (name: string, content: string): object => ({
    lc: 1,
    type: "constructor",
    id: ["langchain", "schema", "messages", name],
    kwargs: { content },
  });
  const facts = mapSpan(
    spanOf({
      "langsmith.span.kind": "llm",
      "gen_ai.prompt": { messages: [[message("SystemMessage", "Be brief."), message("HumanMessage", "Hi")]] },
    }),
  );
  expect(facts.messages).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hi" },
  ]);
});

test("session and user come from the metadata if nothing else names them", () => {
  const metadata = { thread_id: "conv-43", user_id: "ben", plan: "pro", langgraph_step: 1, ls_provider: "openai" };
  const span = { "openinference.span.kind": "CHAIN", metadata };
  expect(mapSpan(spanOf(span))).toMatchObject({ sessionId: "conv-43", userId: "ben" });
  expect(mapSpan(spanOf({ ...span, "session.id": "s-1" })).sessionId).toBe("s-1");
  expect(mapSpan(spanOf(span)).metadata).toEqual({ thread_id: "conv-43", user_id: "ben", plan: "pro" });
});

test("a session that Logfire scrubbed is ignored", () => {
  const span = { session_id: "[Scrubbed due to 'session']", user_id: "amara", "logfire.msg": "support" };
  expect(mapSpan(spanOf(span))).toMatchObject({ sessionId: undefined, userId: "amara" });
});

test("tools in any format become functions", () => {
  const parameters = { type: "object", properties: { order_id: { type: "string" } } };
  const expected = [
    { type: "function", function: { name: "look_up_order", description: "Looks up an order.", parameters } },
  ];
  const named = { name: "look_up_order", description: "Looks up an order." };
  const toolsOf = (tools: unknown): unknown => mapSpan(spanOf({ "gen_ai.tool.definitions": tools })).tools;
  expect(toolsOf([{ type: "function", ...named, parameters }])).toEqual(expected);
  expect(toolsOf([{ ...named, parameters_json_schema: parameters }])).toEqual(expected);
  expect(toolsOf([{ ...named, input_schema: parameters }])).toEqual(expected);
  expect(toolsOf([{ ...named, inputSchema: { json: parameters } }])).toEqual(expected);
  expect(toolsOf([{ functionDeclarations: [{ ...named, parameters }] }])).toEqual(expected);
  expect(toolsOf(expected)).toEqual(expected);
  expect(toolsOf([{ type: "web_search" }])).toEqual([{ type: "web_search" }]);
  expect(toolsOf([])).toBeUndefined();
});

test("images of OpenInference and of the Responses API become parts of chat messages", () => {
  const url = "data:image/png;base64,iVBORw0KGgo=";
  const image = { type: "image_url", image_url: { url } };
  const wrapped = mapSpan(
    spanOf({
      "openinference.span.kind": "LLM",
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.contents.0.message_content.type": "image",
      "llm.input_messages.0.message.contents.0.message_content.image.image.url": url,
    }),
  );
  expect(wrapped.messages).toEqual([{ role: "user", content: [image] }]);
  const input = [{ role: "user", content: [{ type: "input_image", image_url: url }] }];
  const plain = mapSpan(spanOf({ "langfuse.observation.type": "generation", "langfuse.observation.input": { input } }));
  expect(plain.messages).toEqual([{ role: "user", content: [image] }]);
});

test("tool calls and results that smolagents sends as text are read", () => {
  const call =
    "Calling tools:\n[{'id': 'c1', 'type': 'function', 'function': {'name': 'look_up', 'arguments': {'id': 1}}}]";
  const facts = mapSpan(
    spanOf({
      "openinference.span.kind": "LLM",
      "llm.input_messages.0.message.role": "tool-call",
      "llm.input_messages.0.message.contents.0.message_content.type": "text",
      "llm.input_messages.0.message.contents.0.message_content.text": call,
      "llm.input_messages.1.message.role": "tool-response",
      "llm.input_messages.1.message.contents.0.message_content.type": "text",
      "llm.input_messages.1.message.contents.0.message_content.text": "Observation:\nshipped",
    }),
  );
  expect(facts.messages).toEqual([
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "look_up", arguments: '{"id":1}' } }],
    },
    { role: "tool", content: "Observation:\nshipped" },
  ]);
});

test("a retriever shows its documents, an embedder of Haystack its tokens, a tool of DSPy its name", () => {
  const retriever = mapSpan(
    spanOf({
      "openinference.span.kind": "RETRIEVER",
      "input.value": "order 8841",
      "retrieval.documents.0.document.content": "Orders ship in two days.",
      "retrieval.documents.0.document.metadata": { page: 1 },
    }),
  );
  expect(retriever).toMatchObject({
    role: "retrieval",
    input: "order 8841",
    output: [{ content: "Orders ship in two days.", metadata: { page: 1 } }],
  });
  const embedder = mapSpan(
    spanOf({
      "openinference.span.kind": "EMBEDDING",
      "output.value": { meta: { usage: { prompt_tokens: 9, total_tokens: 9 } } },
    }),
  );
  expect(embedder.usage?.input).toBe(9);
  expect(mapSpan(spanOf({ "openinference.span.kind": "TOOL" }, { name: "look_up.__call__" })).name).toBe("look_up");
  expect(mapSpan(spanOf({ "openinference.span.kind": "AGENT" }, { name: "support.run" })).name).toBe("support");
});

test("Logfire's spans of the OpenAI Agents SDK are runs, tools and calls", () => {
  const spanIn = (name: string, attributes: Readonly<Record<string, unknown>>): ReturnType<typeof mapSpan> =>
    mapSpan(spanOf({ "logfire.msg": name, ...attributes }, { name, scope: "logfire.openai_agents" }));
  const trace = { name: "Support", group_id: "conv-42", metadata: { plan: "pro" }, tracing: "null" };
  expect(spanIn("OpenAI Agents trace: {name}", trace)).toMatchObject({
    role: "workflow",
    name: "Support",
    sessionId: "conv-42",
    metadata: { plan: "pro" },
  });
  expect(spanIn("Agent run: {name!r}", { name: "triage" })).toMatchObject({ role: "agent", name: "triage" });
  expect(spanIn("Turn {turn} for agent triage", { agent_name: "triage" }).role).toBe("chain");
  expect(spanIn("Function: {name}", { name: "look_up", input: { id: 1 }, output: "shipped" })).toMatchObject({
    role: "tool",
    name: "look_up",
    input: { id: 1 },
    output: "shipped",
    metadata: undefined,
  });
  const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] };
  const call = {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "gpt-4o-mini",
    events: [{ "event.name": "gen_ai.user.message", content: "Hi" }],
    raw_input: [{ role: "user", content: "Hi" }],
    model_settings: { temperature: 0.2, top_p: null },
    response: { id: "r-1", instructions: "Be brief.", output: [answer] },
  };
  expect(spanIn("Responses API with {gen_ai.request.model!r}", call)).toMatchObject({
    role: "model",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hi" },
    ],
    completion: { role: "assistant", content: "Hello" },
    settings: { model: "gpt-4o-mini", temperature: 0.2 },
  });
});

test("spans of ADK 1 are agents and calls", () => {
  const spanIn = (name: string, attributes: Readonly<Record<string, unknown>> = {}): ReturnType<typeof mapSpan> =>
    mapSpan(spanOf(attributes, { name, scope: "gcp.vertex.agent" }));
  expect(spanIn("agent_run [support]")).toMatchObject({ role: "agent", name: "support" });
  expect(spanIn("call_llm").role).toBe("model");
  const call = {
    "gen_ai.system": "gcp.vertex.agent",
    "gen_ai.request.model": "gemini-2.5-flash",
    "gen_ai.usage.input_tokens": 412,
    "gcp.vertex.agent.llm_request": {
      config: { temperature: 0.2 },
      contents: [{ parts: [{ text: "Hi" }], role: "user" }],
    },
    "gcp.vertex.agent.llm_response": {
      content: { parts: [{ text: "Hello" }], role: "model" },
      usage_metadata: { prompt_token_count: 412, cached_content_token_count: 128, thoughts_token_count: 16 },
    },
  };
  expect(spanIn("call_llm", call)).toMatchObject({
    role: "model",
    settings: { temperature: 0.2 },
    usage: { input: 412, cached: 128, reasoning: 16 },
    messages: [{ role: "user", content: "Hi" }],
    completion: { role: "assistant", content: "Hello" },
  });
});

test("tools that Langfuse's LangChain handler sends as a message become tools of the call", () => {
  const tool = { type: "function", function: { name: "look_up", parameters: { type: "object" } } };
  const facts = mapSpan(
    spanOf({
      "langfuse.observation.type": "generation",
      "langfuse.observation.input": [
        { role: "user", content: "Hi" },
        { role: "tool", content: [tool] },
      ],
    }),
  );
  expect(facts).toMatchObject({ messages: [{ role: "user", content: "Hi" }], tools: [tool] });
  const metadata = { "langfuse.observation.metadata.langfuse_session_id": `"conv-42"` };
  expect(mapSpan(spanOf({ "langfuse.observation.type": "generation", ...metadata })).sessionId).toBe("conv-42");
});

test("a run of LangSmith's JavaScript SDK with an exception and no answer failed", () => {
  const exception = { name: "exception", time: 1_500, attributes: new Map([["exception.message", "Error: 429"]]) };
  const span = { "langsmith.span.kind": "llm", "gen_ai.prompt": { messages: [{ role: "user", content: "Hi" }] } };
  expect(mapSpan(spanOf(span, { events: [exception] })).error).toBe("Error: 429");
  const answered = {
    ...span,
    "gen_ai.completion": { choices: [{ message: { role: "assistant", content: "Hello" } }] },
  };
  expect(mapSpan(spanOf(answered, { events: [exception] })).error).toBeUndefined();
});

test("the state of a graph has its messages in our format, without framework keys", () => {
  const state = { messages: [{ type: "human", data: { content: "Hi", type: "human" } }], step: 1 };
  const facts = mapSpan(
    spanOf({
      "openinference.span.kind": "CHAIN",
      "input.value": state,
      "tag.tags": ["support", "graph:step:1"],
      metadata: { plan: "pro", langgraph_node: "model" },
    }),
  );
  expect(facts).toMatchObject({
    input: { messages: [{ role: "user", content: "Hi" }], step: 1 },
    tags: ["support"],
    metadata: { plan: "pro" },
  });
});

test("a tool call that OpenInference sends both in the parts and beside them is one tool call", () => {
  const call = {
    "tool_call.id": "toolu_1",
    "tool_call.function.name": "look_up",
    "tool_call.function.arguments": `{"id":1}`,
  };
  const under = (prefix: string): Record<string, string> =>
    Object.fromEntries(Object.entries(call).map(([key, value]) => [`${prefix}.${key}`, value]));
  const message = "llm.output_messages.0.message";
  const facts = mapSpan(
    spanOf({
      "openinference.span.kind": "LLM",
      [`${message}.role`]: "assistant",
      [`${message}.contents.0.message_content.type`]: "tool_use",
      ...under(`${message}.contents.0`),
      ...under(`${message}.tool_calls.0`),
    }),
  );
  expect(facts.completion?.["tool_calls"]).toEqual([
    { id: "toolu_1", type: "function", function: { name: "look_up", arguments: `{"id":1}` } },
  ]);
});

test("a tool result has the role `tool`, although Langfuse's JavaScript handler sends the tool's name there", () => {
  const call = { id: "c1", type: "function", function: { name: "look_up", arguments: "{}" } };
  const facts = mapSpan(
    spanOf({
      "langfuse.observation.type": "generation",
      "langfuse.observation.input": {
        messages: [
          { role: "assistant", content: "", tool_calls: [call] },
          { role: "look_up", content: "shipped" },
        ],
      },
    }),
  );
  expect(facts.messages).toMatchObject([
    { role: "assistant", tool_calls: [call] },
    { role: "tool", content: "shipped", tool_call_id: "c1" },
  ]);
});

test("numbered messages of OpenInference without content are read from the whole input", () => {
  const message = (name: string, content: unknown): object => ({
    lc: 1,
    type: "constructor",
    id: ["langchain_core", "messages", name],
    kwargs: { content },
  });
  const system = message("SystemMessage", [{ type: "text", text: "Be brief." }]);
  const facts = mapSpan(
    spanOf({
      "openinference.span.kind": "LLM",
      "input.value": { messages: [[system, message("HumanMessage", "Hi")]] },
      "llm.input_messages.0.message.role": "system",
      "llm.input_messages.1.message.role": "user",
      "llm.input_messages.1.message.content": "Hi",
    }),
  );
  expect(facts.messages).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Hi" },
  ]);
});

test("the texts that Pydantic AI embeds are the input, and the vectors are not stored", () => {
  const facts = mapSpan(
    spanOf({
      "gen_ai.operation.name": "embeddings",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "text-embedding-3-small",
      input_type: "query",
      inputs_count: 1,
      inputs: ["order 8841"],
      embeddings: [[0.25, 0.5]],
      "gen_ai.usage.input_tokens": 9,
    }),
  );
  expect(facts).toMatchObject({ role: "embedding", input: "order 8841", usage: { input: 9 } });
  expect(facts.metadata).toBeUndefined();
});

test("a command of LangGraph is the state that it sets", () => {
  const message = { type: "ai", data: { content: "It has shipped.", type: "ai", tool_calls: [] } };
  const command = { graph: null, update: { messages: [message] }, resume: null, goto: [] };
  const state = { messages: [{ role: "assistant", content: "It has shipped." }] };
  const outputs = [[command], command].map(
    (value) => mapSpan(spanOf({ "openinference.span.kind": "CHAIN", "output.value": value })).output,
  );
  expect(outputs).toEqual([state, state]);
});

test("an input count below the count of cached tokens excludes the cached tokens", () => {
  const call = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "claude-sonnet-4-5" };
  const usage = (input: number, cached: number, scope = "") =>
    mapSpan(
      spanOf(
        {
          ...call,
          "gen_ai.usage.input_tokens": input,
          "gen_ai.usage.output_tokens": 17,
          "gen_ai.usage.cache_read.input_tokens": cached,
          "gen_ai.usage.cache_creation.input_tokens": 10,
        },
        { scope },
      ),
    ).usage;
  expect(usage(80, 400)).toMatchObject({ input: 490, output: 17, cached: 400, cacheWrite: 10 });
  expect(usage(80, 40)).toMatchObject({ input: 80 });
  // The instrumentations below forward the input counts of Bedrock and Anthropic, which exclude cached tokens.
  expect(usage(80, 40, "opentelemetry.instrumentation.bedrock")).toMatchObject({ input: 130 });
  expect(usage(80, 40, "opentelemetry.instrumentation.botocore.bedrock-runtime")).toMatchObject({ input: 130 });
  expect(usage(80, 40, "@traceloop/instrumentation-anthropic")).toMatchObject({ input: 130 });
});

test("tool results of Bedrock are unwrapped, and are not repeated", () => {
  const result = { toolUseId: "tu_1", content: [{ json: { status: "shipped" } }] };
  const sent: [string, object][] = [
    ["gen_ai.tool.message", { id: "tu_1", content: JSON.stringify(result.content) }],
    ["gen_ai.user.message", { content: JSON.stringify([{ toolResult: result }]) }],
  ];
  const events = sent.map(([name, fields]) => ({
    name,
    time: 1,
    attributes: new Map(Object.entries({ "gen_ai.system": "aws.bedrock", ...fields })),
  }));
  const facts = mapSpan(spanOf({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" }, { events }));
  expect(facts.messages).toEqual([{ role: "tool", content: '{"status":"shipped"}', tool_call_id: "tu_1" }]);
});

test("all names of Amazon and Azure as providers become one name each, and Bedrock's tools are functions", () => {
  const provider = (name: string) =>
    mapSpan(spanOf({ "gen_ai.operation.name": "chat", "gen_ai.system": name, "gen_ai.request.model": "m" })).provider;
  expect(["aws", "AWS", "bedrock", "aws.bedrock", "amazon-bedrock"].map(provider)).toEqual(
    Array<string>(5).fill("aws_bedrock"),
  );
  expect(["az.ai.inference", "azure.ai.openai", "azure_openai"].map(provider)).toEqual(Array<string>(3).fill("azure"));
  const toolSpec = { name: "look_up_order", description: "d", inputSchema: { json: { type: "object" } } };
  const facts = mapSpan(
    spanOf({ "openinference.span.kind": "LLM", "llm.tools.0.tool.json_schema": { toolSpec } }, { isFailed: true }),
  );
  const parameters = { type: "object" };
  expect(facts.tools).toEqual([
    { type: "function", function: { name: "look_up_order", description: "d", parameters } },
  ]);
});

test("content of OpenLLMetry that is a list of parts is read, and messages without content are left out", () => {
  const facts = mapSpan(
    spanOf({
      "llm.request.type": "chat",
      "gen_ai.system": "Cohere",
      "gen_ai.request.model": "command-r",
      "gen_ai.prompt.0.role": "user",
      "gen_ai.prompt.0.content": [{ text: "Where is my order?" }],
      "gen_ai.prompt.1.role": "user",
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.content": [{ type: "text", text: "It has shipped." }],
    }),
  );
  expect(facts.messages).toEqual([{ role: "user", content: "Where is my order?" }]);
  expect(facts.completion).toEqual({ role: "assistant", content: "It has shipped." });
  const embedded = {
    "llm.request.type": "embedding",
    "gen_ai.prompt.0.content": [{ type: "text", text: "order 8841" }],
  };
  expect(mapSpan(spanOf(embedded)).input).toBe("order 8841");
  const blank = { "llm.request.type": "chat", "gen_ai.completion.0.role": "assistant" };
  expect(mapSpan(spanOf(blank)).completion).toBeUndefined();
});

test("OpenLLMetry's reranker has a query and documents, its LlamaIndex tools are tools", () => {
  const rerank = mapSpan(
    spanOf({
      "llm.request.type": "rerank",
      "gen_ai.prompt.0.role": "system",
      "gen_ai.prompt.0.content": "first",
      "gen_ai.prompt.1.role": "system",
      "gen_ai.prompt.1.content": "second",
      "gen_ai.prompt.2.role": "user",
      "gen_ai.prompt.2.content": "order",
      "gen_ai.completion.0.content": "Doc 1, Score: 0.9",
      "gen_ai.completion.1.content": "Doc 0, Score: 0.2",
    }),
  );
  expect(rerank).toMatchObject({
    role: "rerank",
    input: { query: "order", documents: ["first", "second"] },
    output: ["Doc 1, Score: 0.9", "Doc 0, Score: 0.2"],
  });
  expect([rerank.messages, rerank.completion]).toEqual([undefined, undefined]);
  const output = {
    blocks: [{ block_type: "text", text: "{'status': 'shipped'}" }],
    tool_name: "look_up_order",
    raw_input: { args: [], kwargs: { order_id: "8841" } },
    raw_output: { status: "shipped" },
  };
  const tool = {
    "traceloop.span.kind": "task",
    "traceloop.entity.name": "FunctionTool",
    "traceloop.entity.input": { kwargs: { order_id: "8841" } },
    "traceloop.entity.output": output,
  };
  expect(mapSpan(spanOf(tool))).toMatchObject({
    role: "tool",
    name: "look_up_order",
    input: { order_id: "8841" },
    output: { status: "shipped" },
  });
});

test("a retrieval of the GenAI conventions has its query and documents", () => {
  const documents = [{ id: "d1", score: 0.9 }];
  const span = {
    "gen_ai.operation.name": "retrieval",
    "gen_ai.retrieval.query.text": "order",
    "gen_ai.retrieval.documents": documents,
  };
  expect(mapSpan(spanOf(span))).toMatchObject({ role: "retrieval", input: "order", output: documents });
});

test("a request for a model at an address is a call, even without a provider", () => {
  const span = { "gen_ai.request.model": "mistral-small-latest", "server.address": "api.mistral.ai" };
  expect(mapSpan(spanOf(span))).toMatchObject({ role: "model", provider: "mistral" });
});

test("escape sequences in Python strings are decoded", () => {
  const arguments_ = String.raw`{'a': 'caf\xe9 \u200b\U0001f600 it\'s \q'}`;
  const tool = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": arguments_ };
  expect(mapSpan(spanOf(tool)).input).toEqual({ a: "café \u200b😀 it's q" });
});

test("calls without a name that OpenInference adds to messages are left out, and quoted arguments are read", () => {
  const facts = mapSpan(
    spanOf({
      // @arizeai/openinference-vercel 2.8.1 sends these attributes for AI SDK 4.3.19.
      "openinference.span.kind": "LLM",
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.contents.0.message_content.type": "text",
      "llm.input_messages.0.message.contents.0.message_content.text": "Where is my order?",
      "llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments": "{}",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.contents.0.message_content.type": "tool-call",
      "llm.output_messages.0.message.tool_calls.0.tool_call.id": "call_1",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "look_up_order",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": String.raw`"{\"order_id\":\"8841\"}"`,
    }),
  );
  expect(facts.messages).toEqual([{ role: "user", content: "Where is my order?" }]);
  expect(facts.completion).toEqual({
    role: "assistant",
    content: null,
    tool_calls: [
      { id: "call_1", type: "function", function: { name: "look_up_order", arguments: '{"order_id":"8841"}' } },
    ],
  });
});

test("a message that OpenInference does not number is read from the whole input", () => {
  const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
  const whole = [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "", tool_calls: [call] },
    { role: "tool", content: "1", tool_call_id: "c" },
  ];
  const facts = mapSpan(
    spanOf({
      "openinference.span.kind": "LLM",
      "input.value": { model: "mistral-small-latest", messages: whole },
      "llm.input_messages.2.message.role": "tool",
      "llm.input_messages.2.message.content": "1",
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.content": "Hi",
    }),
  );
  expect(facts.messages).toEqual([
    { role: "user", content: "Hi" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", content: "1", tool_call_id: "c" },
  ]);
});

test("a message with very many tool calls is read in linear time, each call once", () => {
  const calls = Array.from({ length: 100_000 }, (_, index) => ({ type: "tool_use", id: `c${index}`, name: "n" }));
  const content = [...calls, ...calls.slice(0, 9)];
  const { messages } = mapSpan(
    spanOf({ "langwatch.span.type": "llm", "langwatch.input": [{ role: "assistant", content }] }),
  );
  expect(messages).toMatchObject([{ tool_calls: { length: calls.length } }]);
});
