import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { readMessages, readSystem } from "../messages.ts";
import { type ChatMessage, withSystem } from "../chat-message.ts";
import { toolCall } from "../message-parts.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import {
  below,
  first,
  fromText,
  given,
  jsonOf,
  numberOf,
  structured,
  textOf,
  toCount,
  toJsonObject,
  toList,
  toTags,
  toText,
} from "../values.ts";
import { readProvider } from "./provider.ts";
import { settingsOf } from "./settings.ts";

/**
 * Reads spans of Vercel's AI SDK. Versions 3 to 6 describe a call in attributes that start with `ai.`. Version 7
 * describes a call in attributes of the GenAI conventions, and adds a few `ai.` attributes.
 */
export function readAiSdk(span: Span): SpanFacts | null {
  const { attributes } = span;
  const operation = textOf(attributes, "ai.operationId");
  const context = { ...below(attributes, "ai.settings.context."), ...below(attributes, "ai.telemetry.metadata.") };
  const details = below(attributes, "ai.usage.");
  if (operation === undefined && Object.keys(context).length === 0 && Object.keys(details).length === 0) return null;
  const role = operation === undefined ? undefined : roleOf(operation);
  const isCall = role === "model" || role === "embedding";
  const requestModel = textOf(attributes, "ai.model.id");
  const stream = operation?.includes("Stream") || operation?.startsWith("ai.stream") ? true : undefined;
  const {
    sessionId,
    session_id: session,
    threadId,
    conversationId,
    userId,
    user_id: user,
    tags,
    ...metadata
  } = context;
  const isTool = role === "tool";
  const texts = jsonOf(attributes, "ai.value", "ai.values");
  return {
    role,
    name: isTool
      ? textOf(attributes, "ai.toolCall.name")
      : role === "agent"
        ? textOf(attributes, "ai.telemetry.functionId")
        : undefined,
    provider: isCall ? readProvider(textOf(attributes, "ai.model.provider", "gen_ai.system"), requestModel) : undefined,
    requestModel,
    responseModel: isCall ? textOf(attributes, "ai.response.model") : undefined,
    settings: isCall ? readSettings(attributes, { model: requestModel, stream }) : undefined,
    tools: toolsOf(attributes),
    messages: isTool || role === "embedding" ? undefined : promptOf(attributes),
    completion: completionOf(attributes),
    input: isTool
      ? structuredOf(attributes, "ai.toolCall.args", "ai.toolCall.input")
      : Array.isArray(texts)
        ? texts.map(fromText)
        : texts,
    output: isTool ? structuredOf(attributes, "ai.toolCall.result", "ai.toolCall.output") : undefined,
    usage: isCall || operation === undefined ? usageOf(details) : undefined,
    timeToFirstToken: numberOf(attributes, "ai.response.msToFirstChunk", "ai.stream.msToFirstChunk"),
    finishReason: textOf(attributes, "ai.response.finishReason", "ai.finishReason"),
    responseId: textOf(attributes, "ai.response.id"),
    toolCallId: textOf(attributes, "ai.toolCall.id"),
    sessionId: toText(sessionId ?? session ?? threadId ?? conversationId),
    userId: toText(userId ?? user),
    tags: toTags(tags),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  };
}

/**
 * Returns the role of a span. Only `doGenerate`, `doStream` and `doEmbed` are single requests to the provider. A span
 * such as `ai.generateText` may contain several requests and the tool calls between them, so its role is `agent`.
 */
function roleOf(operation: string): Role {
  if (operation === "ai.toolCall") return "tool";
  if (operation.endsWith(".doEmbed")) return "embedding";
  if (/\.do(?:Generate|Stream)$/u.test(operation)) return "model";
  if (/^ai\.(?:generate|stream)(?:Text|Object)$/u.test(operation)) return "agent";
  return "chain";
}

function readSettings(attributes: Attributes, more: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const parameters = Object.entries({ ...below(attributes, "gen_ai.request."), ...below(attributes, "ai.settings.") });
  const own = parameters.filter(([key]) => !key.startsWith("context.") && !["maxRetries", "model"].includes(key));
  return settingsOf(Object.fromEntries(own), more);
}

function toolsOf(attributes: Attributes): JsonValue | undefined {
  const tools = jsonOf(attributes, "ai.prompt.tools");
  return Array.isArray(tools) ? tools.map(fromText) : undefined;
}

function promptOf(attributes: Attributes): ChatMessage[] | undefined {
  const messages = first(attributes, "ai.prompt.messages");
  if (messages !== undefined) return readMessages(messages);
  const prompt = jsonOf(attributes, "ai.prompt");
  const fields = toJsonObject(prompt);
  return withSystem(readSystem(fields["system"]), readMessages(fields["messages"] ?? fields["prompt"] ?? null));
}

function completionOf(attributes: Attributes): ChatMessage | undefined {
  const text = textOf(attributes, "ai.response.text", "ai.response.object", "ai.result.text", "ai.result.object");
  const calls = toList(jsonOf(attributes, "ai.response.toolCalls", "ai.result.toolCalls")).map((call) =>
    toolCall(toJsonObject(fromText(call))),
  );
  const reasoning = textOf(attributes, "ai.response.reasoning");
  if (text === undefined && calls.length === 0 && reasoning === undefined) return undefined;
  return {
    role: "assistant",
    content: text ?? null,
    ...given({ reasoning_content: reasoning, tool_calls: calls.length > 0 ? calls : undefined }),
  };
}

function structuredOf(attributes: Attributes, ...keys: readonly string[]): JsonValue | undefined {
  const value = first(attributes, ...keys);
  return value === undefined ? undefined : structured(value);
}

function usageOf(usage: JsonObject): SpanFacts["usage"] {
  const counts = {
    input: toCount(usage["inputTokens"] ?? usage["promptTokens"] ?? usage["tokens"]),
    output: toCount(usage["outputTokens"] ?? usage["completionTokens"]),
    cached: toCount(usage["cachedInputTokens"] ?? usage["inputTokenDetails.cacheReadTokens"]),
    cacheWrite: toCount(usage["inputTokenDetails.cacheWriteTokens"]),
    reasoning: toCount(usage["reasoningTokens"] ?? usage["outputTokenDetails.reasoningTokens"]),
  };
  return Object.values(counts).some((count) => count !== undefined) ? counts : undefined;
}
