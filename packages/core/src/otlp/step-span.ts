import { spanIdOf, traceIdOf } from "../context/trace-ids.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";

/** A step as it is sent: plain JSON, whose values are not checked. */
export type SentStep = Readonly<Record<string, JsonValue | undefined>> & { readonly id: string };

export type AttributeValue = string | number | boolean | readonly string[];

/** A span of OpenTelemetry. Times are in nanoseconds since 1970. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly isClient: boolean;
  readonly startTime: bigint;
  readonly endTime: bigint;
  readonly attributes: readonly (readonly [key: string, value: AttributeValue])[];
  readonly error: string | undefined;
}

/** Values of `gen_ai.operation.name` by step type. Messages become spans without an operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  llm: "chat",
  embedding: "embeddings",
  retrieval: "retrieval",
  rerank: "rerank",
  tool: "execute_tool",
  run: "invoke_agent",
};

const SETTINGS: Readonly<Record<string, string>> = {
  max_completion_tokens: "max_tokens",
  max_output_tokens: "max_tokens",
  n: "choice.count",
  stop: "stop_sequences",
};

/**
 * Maps an ended step to a span by the GenAI semantic conventions of OpenTelemetry.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export function spanOfStep(step: SentStep, userId: string | undefined): Span {
  const type = textOf(step["type"]) ?? "undefined";
  const generation = objectOf(step["generation"]);
  const isCall = generation !== undefined;
  const name = textOf(step["name"]) ?? type;
  const model = textOf(generation?.["model"]);
  const threadId = textOf(step["threadId"]);
  const isText = generation?.["type"] === "COMPLETION" && type === "llm";
  const operation = isText ? "text_completion" : (OPERATIONS[type] ?? (isCall ? "chat" : undefined));
  const startTime = nanoseconds(step["startTime"]) ?? nanoseconds(step["createdAt"]) ?? BigInt(Date.now()) * 1_000_000n;
  const endTime = nanoseconds(step["endTime"]) ?? startTime;
  const parentId = textOf(step["parentId"]);
  const attributes: (readonly [string, AttributeValue | undefined])[] = [
    ["gen_ai.operation.name", operation],
    ["gen_ai.conversation.id", threadId],
    ["session.id", threadId],
    ["user.id", userId],
    ["threadline.step.id", step.id],
    ["threadline.step.type", type],
    ["tag.tags", textsOf(step["tags"])],
    ["metadata", jsonOf(step["metadata"])],
    ...(isCall ? callAttributes(generation, type === "embedding") : plainAttributes(step, type, name)),
  ];
  return {
    traceId: traceIdOf(threadId ?? textOf(step["rootRunId"]) ?? step.id),
    spanId: spanIdOf(step.id),
    parentSpanId: parentId && spanIdOf(parentId),
    name: isCall ? `${operation} ${model ?? name}` : type === "tool" || type === "run" ? `${operation} ${name}` : name,
    isClient: isCall,
    startTime,
    endTime: endTime < startTime ? startTime : endTime,
    attributes: attributes.filter((pair): pair is readonly [string, AttributeValue] => pair[1] !== undefined),
    error: textOf(step["error"]) ?? textOf(generation?.["error"]),
  };
}

function plainAttributes(
  step: SentStep,
  type: string,
  name: string,
): readonly (readonly [string, AttributeValue | undefined])[] {
  const [input, output] = [jsonOf(step["input"]), jsonOf(step["output"])];
  if (type === "tool") {
    return [
      ["gen_ai.tool.name", name],
      ["gen_ai.tool.call.arguments", input],
      ["gen_ai.tool.call.result", output],
    ];
  }
  return [
    ["gen_ai.agent.name", type === "run" ? name : undefined],
    // The GenAI conventions define no keys for the input and output of other steps. These keys come from OpenInference.
    ["input.value", input],
    ["input.mime_type", input && "application/json"],
    ["output.value", output],
    ["output.mime_type", output && "application/json"],
  ];
}

function callAttributes(
  call: JsonObject,
  isEmbedding: boolean,
): readonly (readonly [string, AttributeValue | undefined])[] {
  const { model, stream, ...settings } = objectOf(call["settings"]) ?? {};
  const metadata = objectOf(call["metadata"]);
  const messages = listOf(call["messages"]) ?? (call["prompt"] == null ? undefined : [userMessage(call["prompt"])]);
  const completion = objectOf(call["messageCompletion"]) ?? completionMessage(call["completion"]);
  const answer = completion && [
    { ...toMessage(completion), finish_reason: textOf(metadata?.["finishReason"]) ?? "stop" },
  ];
  const firstToken = numberOf(call["ttFirstToken"]);
  return [
    ["gen_ai.provider.name", textOf(call["provider"])],
    ["gen_ai.request.model", textOf(model) ?? textOf(call["model"])],
    ["gen_ai.response.model", textOf(call["model"])],
    ["gen_ai.request.stream", typeof stream === "boolean" ? stream : undefined],
    ...Object.entries(settings).map(
      ([key, value]) => [`gen_ai.request.${SETTINGS[key] ?? key}`, valueOf(value)] as const,
    ),
    ["gen_ai.tool.definitions", jsonOf(call["tools"])],
    ["gen_ai.usage.input_tokens", numberOf(call["inputTokenCount"])],
    ["gen_ai.usage.output_tokens", numberOf(call["outputTokenCount"])],
    ["gen_ai.usage.cache_read.input_tokens", numberOf(metadata?.["cachedTokenCount"])],
    ["gen_ai.usage.reasoning.output_tokens", numberOf(metadata?.["reasoningTokenCount"])],
    ["gen_ai.response.time_to_first_chunk", firstToken === undefined ? undefined : firstToken / 1_000],
    [
      isEmbedding ? "gen_ai.embeddings.input" : "gen_ai.input.messages",
      isEmbedding ? jsonOf(call["prompt"]) : jsonOf(messages?.map(toMessage)),
    ],
    ["gen_ai.output.messages", jsonOf(answer)],
  ];
}

function userMessage(prompt: JsonValue): JsonObject {
  return { role: "user", content: prompt };
}

function completionMessage(text: JsonValue | undefined): JsonObject | undefined {
  return typeof text === "string" ? { role: "assistant", content: text } : undefined;
}

function toMessage(value: JsonValue): JsonObject {
  const message = objectOf(value) ?? { content: value };
  const { role = "user", content, name, tool_calls: calls, tool_call_id: callId } = message;
  if (role === "tool") {
    const response = content ?? null;
    return { role, parts: [{ type: "tool_call_response", id: callId ?? null, response }] };
  }
  const parts = (Array.isArray(content) ? content : content == null ? [] : [content]).map(toPart);
  const requests = (listOf(calls) ?? []).map((call) => {
    const { id = null, function: called } = objectOf(call) ?? {};
    const { name: tool = null, arguments: given = null } = objectOf(called) ?? {};
    return { type: "tool_call", id, name: tool, arguments: given };
  });
  return { role, ...(name === undefined ? {} : { name }), parts: [...parts, ...requests] };
}

function toPart(value: JsonValue): JsonValue {
  if (typeof value === "string") return { type: "text", content: value };
  const part = objectOf(value);
  if (part?.["type"] === "text") return { type: "text", content: part["text"] ?? "" };
  const url = textOf(part?.["image_url"]) ?? textOf(objectOf(part?.["image_url"])?.["url"]);
  return url === undefined ? value : { type: "uri", modality: "image", uri: url };
}

/** Converts an ISO 8601 time to nanoseconds, keeping up to nine digits of its fraction. */
function nanoseconds(value: JsonValue | undefined): bigint | undefined {
  if (typeof value !== "string") return undefined;
  const milliseconds = Date.parse(value);
  if (!(milliseconds >= 0)) return undefined;
  const [, fraction = ""] = /\.(\d{1,9})/.exec(value) ?? [];
  return BigInt(Math.floor(milliseconds / 1_000)) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function textsOf(value: JsonValue | undefined): string[] | undefined {
  const texts = listOf(value)?.filter((item) => typeof item === "string");
  return texts?.length ? texts : undefined;
}

function listOf(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function jsonOf(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

function valueOf(value: JsonValue | undefined): AttributeValue | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  const texts = textsOf(value);
  return texts && texts.length === listOf(value)?.length ? texts : jsonOf(value);
}
