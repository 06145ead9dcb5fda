import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages, readSystem } from "../messages.ts";
import { joinCompletion, withSystem } from "../chat-message.ts";
import type { Role, SpanFacts, Usage } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import {
  below,
  first,
  fromText,
  given,
  hasBelow,
  jsonOf,
  numberOf,
  objectOf,
  structured,
  textOf,
  toBoolean,
  toCount,
  toJsonObject,
  toList,
  toTags,
  toText,
} from "../values.ts";
import { addParts } from "../usage.ts";
import { readMessageEvents } from "./message-events.ts";
import { readProvider } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  chat: "model",
  completion: "model",
  acompletion: "model",
  text_completion: "model",
  generate_content: "model",
  messages: "model",
  responses: "model",
  embeddings: "embedding",
  embedding: "embedding",
  aembedding: "embedding",
  execute_tool: "tool",
  invoke_agent: "agent",
  create_agent: "agent",
  invoke_workflow: "workflow",
  retrieval: "retrieval",
  rerank: "rerank",
});

/**
 * Reads spans of all versions of OpenTelemetry's GenAI semantic conventions. Spans of most other dialects also have
 * some of the attributes of these conventions.
 */
export function readGenAi(span: Span): SpanFacts {
  const { attributes } = span;
  const operation = textOf(attributes, "gen_ai.operation.name");
  const role = roleOf(attributes, operation);
  const requestModel = textOf(attributes, "gen_ai.request.model", "model_name");
  const responseModel = textOf(attributes, "gen_ai.response.model");
  const events = readMessageEvents(span.events);
  const system = readSystem(first(attributes, "gen_ai.system_instructions"));
  const messages = readMessages(first(attributes, "gen_ai.input.messages", "gcp.vertex.agent.llm_request"));
  const output = jsonOf(attributes, "gen_ai.output.messages");
  const finishReason =
    toText(toList(jsonOf(attributes, "gen_ai.response.finish_reasons"))[0]) ??
    textOf(attributes, "anthropic.message.stop_reason") ??
    textOf(attributes, "gen_ai.response.finish_reason")?.replace("FinishReason.", "").toLowerCase() ??
    toText(toJsonObject(toList(output).at(-1))["finish_reason"]);
  const isTool = role === "tool";
  const model = responseModel ?? requestModel;
  const isCall = role === "model" || role === "embedding";
  return {
    role,
    name: isTool
      ? textOf(attributes, "gen_ai.tool.name")
      : role === "agent"
        ? textOf(attributes, "gen_ai.agent.name", "agent_name")
        : role === "workflow"
          ? textOf(attributes, "gen_ai.workflow.name")
          : undefined,
    provider: isCall ? readProvider(textOf(attributes, "gen_ai.provider.name", "gen_ai.system"), model) : undefined,
    requestModel,
    responseModel,
    settings: isCall ? readSettings(attributes, requestModel) : undefined,
    tools: jsonOf(attributes, "gen_ai.tool.definitions", "gen_ai.request.tools"),
    messages: isTool ? undefined : withSystem(system, messages ?? events.messages),
    completion: isTool ? undefined : (readCompletion(output) ?? events.completion ?? readAnswer(attributes)),
    input: isTool
      ? toolInput(span)
      : (embeddingInput(attributes, role) ?? textOf(attributes, "gen_ai.retrieval.query.text")),
    output: isTool
      ? toolOutput(span)
      : (plainOutput(attributes, output) ?? jsonOf(attributes, "gen_ai.retrieval.documents")),
    usage: readUsageAttributes(span),
    timeToFirstToken: firstToken(attributes),
    finishReason: finishReason ?? events.finishReason,
    responseId: textOf(attributes, "gen_ai.response.id"),
    toolCallId: textOf(attributes, "gen_ai.tool.call.id"),
    sessionId: textOf(
      attributes,
      "session.id",
      "gen_ai.conversation.id",
      "session_id",
      "langfuse.session.id",
      "thread_id",
      "gcp.vertex.agent.session_id",
    ),
    userId: textOf(
      attributes,
      "user.id",
      "enduser.id",
      "user_id",
      "langfuse.user.id",
      "llm.user",
      "gen_ai.request.user",
    ),
    tags: toTags(first(attributes, "tag.tags", "tags")),
    metadata: metadataOf(span),
    promptName: textOf(attributes, "gen_ai.prompt.name"),
    promptVersion: textOf(attributes, "gen_ai.prompt.version"),
  };
}

/**
 * Attributes of model calls. A span without an operation is a model call if it has a model name and one of these
 * attributes. A model name alone is not enough, because spans of agents also have one.
 */
const modelKeys = ["gen_ai.system", "gen_ai.provider.name", "server.address"];

function roleOf(attributes: Attributes, operation: string | undefined): Role | undefined {
  const named = operation === undefined ? undefined : roles.get(operation);
  if (named !== undefined) return named;
  if (operation !== undefined) return "chain";
  const isModel = attributes.has("gen_ai.request.model") || attributes.has("gen_ai.response.model");
  if (attributes.has("gen_ai.tool.name") && !isModel) return "tool";
  if (isModel && modelKeys.some((key) => attributes.has(key))) return "model";
  if (attributes.has("agent_name") || attributes.has("gen_ai.agent.name")) return "agent";
  return undefined;
}

function readSettings(attributes: Attributes, model: string | undefined): JsonObject | undefined {
  const { model: _model, tools: _tools, user: _user, ...parameters } = below(attributes, "gen_ai.request.");
  const stream = toBoolean(first(attributes, "gen_ai.request.stream", "gen_ai.is_streaming", "llm.is_streaming"));
  const settings = settingsOf(parameters, { model: model ?? textOf(attributes, "gen_ai.response.model"), stream });
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/**
 * Reads the answer of a call. Several output messages can be alternative choices or the chunks of a stream. If each
 * message has a finish reason, the messages are choices, and the first choice is read. Otherwise, the chunks are
 * joined.
 */
function readCompletion(output: JsonValue | undefined): SpanFacts["completion"] {
  if (!Array.isArray(output)) return undefined;
  const answers = output.filter((each) => isJsonObject(each) && each["role"] !== "tool");
  const isChoices =
    answers.length > 1 && answers.every((each) => toText(toJsonObject(each)["finish_reason"]) !== undefined);
  const completion = joinCompletion(readMessages(isChoices ? answers.slice(0, 1) : output, "assistant"));
  const isEmpty = completion?.["content"] === null && completion["tool_calls"] === undefined;
  return isEmpty && completion["reasoning_content"] === undefined ? undefined : completion;
}

/** Reads the response of a Gemini model as older versions of ADK send it. */
function readAnswer(attributes: Attributes): SpanFacts["completion"] {
  return joinCompletion(readMessages(first(attributes, "gcp.vertex.agent.llm_response"), "assistant"));
}

/**
 * Returns the output of a span that is not a model call, such as a function's return value. Undefined if the output is
 * a list of messages, because these are read separately.
 */
function plainOutput(attributes: Attributes, read: JsonValue | undefined): JsonValue | undefined {
  const output = first(attributes, "gen_ai.output.messages");
  if (typeof output !== "string" || Array.isArray(read)) return undefined;
  return typeof read === "object" ? read : output;
}

function toolInput({ attributes, events }: Span): JsonValue | undefined {
  const value = first(
    attributes,
    "gen_ai.tool.call.arguments",
    "tool_arguments",
    "gen_ai.tool.args",
    "gen_ai.tool.input",
    "gcp.vertex.agent.tool_call_args",
  );
  if (value !== undefined) return structured(value);
  const sent = events.find(({ name }) => name === "gen_ai.tool.message")?.attributes.get("content");
  return sent === undefined ? undefined : structured(sent);
}

function toolOutput({ attributes, events }: Span): JsonValue | undefined {
  const keys = [
    "gen_ai.tool.call.result",
    "tool_response",
    "gen_ai.tool.message",
    "gen_ai.tool.output",
    "gcp.vertex.agent.tool_response",
  ];
  const value = first(attributes, ...keys);
  if (value !== undefined) return unwrapResult(structured(value));
  const choice = events.find(({ name }) => name === "gen_ai.choice")?.attributes.get("message");
  if (choice === undefined) return undefined;
  const message = readMessages(fromText(choice), "assistant")?.[0]?.["content"];
  return structured(message ?? choice);
}

function unwrapResult(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || Object.keys(value).length !== 1 || typeof value["result"] !== "string") return value;
  return structured(value["result"]);
}

function embeddingInput(attributes: Attributes, role: Role | undefined): JsonValue | undefined {
  if (role !== "embedding") return undefined;
  const keys = ["gen_ai.input.messages", "gen_ai.embeddings.input", "gen_ai.prompt.0.content", "inputs"];
  const value = first(attributes, ...keys);
  if (value === undefined) return undefined;
  const read = fromText(value);
  const texts = toList(read).map((each) =>
    isJsonObject(each) ? (readMessages(each)?.[0]?.["content"] ?? each) : each,
  );
  return texts.length === 1 ? texts[0] : texts;
}

const usageKeys = {
  input: ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"],
  output: ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"],
  cached: [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.cached_input_tokens",
    "gen_ai.usage.input_tokens.cached",
    "gen_ai.usage.details.cached_tokens",
    "gen_ai.usage.details.cache_read_tokens",
  ],
  cacheWrite: [
    "gen_ai.usage.cache_write.input_tokens",
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.cache_write_input_tokens",
    "gen_ai.usage.details.cache_write_tokens",
  ],
  reasoning: [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.output_tokens.reasoning",
    "gen_ai.usage.details.reasoning_tokens",
    "gen_ai.usage.details.thoughts_tokens",
  ],
} as const satisfies Readonly<Record<keyof Usage, readonly string[]>>;

/** Matches instrumentations that report the input tokens of Bedrock and Anthropic without the cached tokens. */
const exclusiveScope =
  /^(?:opentelemetry\.instrumentation\.(?:botocore\.)?bedrock|@traceloop\/instrumentation-(?:anthropic|bedrock)$)/u;

function readUsageAttributes({ attributes, scope }: Span): Usage | undefined {
  if (!hasBelow(attributes, "gen_ai.usage.")) return undefined;
  const count = (kind: keyof Usage): number | undefined => {
    const value = numberOf(attributes, ...usageKeys[kind]);
    return value === undefined ? undefined : toCount(value);
  };
  const inputDetails = objectOf(attributes, "gen_ai.usage.input_token_details", "gen_ai.usage.prompt_tokens_details");
  const outputDetails = objectOf(
    attributes,
    "gen_ai.usage.output_token_details",
    "gen_ai.usage.completion_tokens_details",
  );
  const usage: Usage = {
    input: count("input"),
    output: count("output"),
    cached: count("cached") ?? toCount(inputDetails["cache_read"] ?? inputDetails["cached_tokens"]),
    cacheWrite: count("cacheWrite") ?? toCount(inputDetails["cache_creation"]),
    reasoning: count("reasoning") ?? toCount(outputDetails["reasoning"] ?? outputDetails["reasoning_tokens"]),
  };
  if (Object.values(usage).every((value) => value === undefined)) return undefined;
  return exclusiveScope.test(scope) ? addParts(usage) : usage;
}

function firstToken(attributes: Attributes): number | undefined {
  const seconds = numberOf(
    attributes,
    "gen_ai.response.time_to_first_chunk",
    "gen_ai.client.operation.time_to_first_chunk",
    "gen_ai.server.time_to_first_token",
  );
  if (seconds === undefined || seconds < 0) return undefined;
  // The value should be in seconds, but Strands sends whole milliseconds. A whole number above 10 is therefore read as
  // milliseconds.
  return Number.isInteger(seconds) && seconds > 10 ? seconds : seconds * 1_000;
}

/**
 * Attributes without a prefix (such as `gen_ai.`) that are sent by instrumentations. Any other attribute without a
 * prefix was set by the application, and becomes metadata.
 */
const knownNames = new Set([
  "tags",
  "metadata",
  "events",
  "session_id",
  "user_id",
  "thread_id",
  "model_name",
  "agent_name",
  "final_result",
  "tool_arguments",
  "tool_response",
  "all_messages_events",
  "model_request_parameters",
  "request_data",
  "async",
  "duration",
  "tools",
  "tool",
  "result",
  "model",
  "temperature",
  "max_tokens",
  "stream",
  "stream_options",
  "hidden_params",
  "response_data",
  "inputs",
  "inputs_count",
  "input_type",
  "embeddings",
  "retry_attempts",
  "component",
]);

function metadataOf({ attributes, scope }: Span): JsonObject | undefined {
  const own: [string, JsonValue][] = [];
  // Logfire's scope for OpenAI agents records internal data in attributes without a namespace. So these attributes are
  // not metadata.
  if (scope === "logfire.openai_agents")
    return jsonOf(attributes, "metadata") === undefined ? undefined : objectOf(attributes, "metadata");
  for (const [key, value] of attributes) {
    if (key.includes(".") || key.includes(":") || knownNames.has(key) || value === "") continue;
    if (!/^(?:crew|task|flow)_/u.test(key)) own.push([key, value]);
  }
  const metadata: JsonObject = { ...objectOf(attributes, "metadata"), ...Object.fromEntries(own) };
  return Object.keys(given(metadata)).length > 0 ? metadata : undefined;
}
