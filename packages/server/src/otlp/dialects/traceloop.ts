import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages, readState, readToolOutput } from "../messages.ts";
import { type ChatMessage, isBlank, joinCompletion } from "../chat-message.ts";
import { isPart } from "../message-parts.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import {
  below,
  first,
  fromText,
  indexed,
  jsonOf,
  structured,
  textOf,
  toCount,
  toJsonObject,
  toTags,
  toText,
} from "../values.ts";
import { readProvider } from "./provider.ts";
import { lookup } from "../lookup.ts";

const kinds: ReadonlyMap<string, Role> = lookup<Role>({
  workflow: "workflow",
  agent: "agent",
  task: "chain",
  tool: "tool",
});

const requestTypes: ReadonlyMap<string, Role> = lookup<Role>({
  chat: "model",
  completion: "model",
  acompletion: "model",
  embedding: "embedding",
  embeddings: "embedding",
  aembedding: "embedding",
  rerank: "rerank",
});

const association = "traceloop.association.properties.";

/**
 * Reads spans of all versions of Traceloop's OpenLLMetry, and of other instrumentations that number prompts
 * (`gen_ai.prompt.0.role`).
 */
export function readTraceloop(span: Span): SpanFacts | null {
  const { attributes } = span;
  const kind = textOf(attributes, "traceloop.span.kind");
  const requestType = textOf(attributes, "llm.request.type");
  const prompts = indexed(attributes, "gen_ai.prompt").map(withParts);
  const properties = below(attributes, association);
  const isOwn = kind !== undefined || requestType !== undefined || attributes.has("traceloop.entity.name");
  if (!isOwn && prompts.length === 0 && Object.keys(properties).length === 0) return null;
  const result = readToolResult(attributes);
  const role =
    (result === undefined ? undefined : "tool") ??
    (kind === undefined ? undefined : kinds.get(kind)) ??
    (requestType === undefined ? undefined : requestTypes.get(requestType));
  const isEmbedding = role === "embedding";
  const isRerank = role === "rerank";
  const completions = indexed(attributes, "gen_ai.completion").map(withParts);
  const { session_id: session, sessionId, thread_id: thread, user_id: user, userId, tags, ...metadata } = properties;
  const model = textOf(attributes, "gen_ai.response.model", "gen_ai.request.model");
  const [completion] = completions;
  return {
    role,
    name:
      toText(result?.["tool_name"]) ?? (kind === undefined ? undefined : textOf(attributes, "traceloop.entity.name")),
    provider:
      requestType === undefined
        ? undefined
        : readProvider(textOf(attributes, "gen_ai.system", "gen_ai.provider.name"), model),
    tools: functionsOf(span),
    messages: isEmbedding || isRerank ? undefined : messagesIn(prompts, "user"),
    completion:
      completion === undefined || isRerank ? undefined : joinCompletion(messagesIn([completion], "assistant")),
    input: isEmbedding
      ? textsOf(prompts)
      : isRerank
        ? rerankInput(prompts)
        : entityInput(first(attributes, "traceloop.entity.input")),
    output: isRerank
      ? completions.flatMap((each) => toJsonObject(each)["content"] ?? [])
      : (result?.["raw_output"] ?? entityOutput(first(attributes, "traceloop.entity.output"))),
    usage: isEmbedding
      ? {
          input: toCount(
            attributes.get("gen_ai.usage.prompt_tokens") ??
              attributes.get("gen_ai.usage.input_tokens") ??
              attributes.get("llm.usage.total_tokens"),
          ),
        }
      : undefined,
    timeToFirstToken: firstChunkTime(span),
    finishReason: isJsonObject(completion) ? toText(completion["finish_reason"]) : undefined,
    sessionId: toText(session ?? sessionId ?? thread),
    userId: toText(user ?? userId),
    tags: toTags(tags),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    promptName: textOf(attributes, "traceloop.prompt.key"),
    promptVersion: textOf(attributes, "traceloop.prompt.version"),
  };
}

function firstChunkTime({ events, startTime }: Span): number | undefined {
  const event = events.find(({ name }) => name.endsWith(".content.completion.chunk"));
  return event === undefined || event.time === null || startTime === null
    ? undefined
    : Math.max(0, event.time - startTime);
}

function withParts(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const content = fromText(message["content"] ?? null);
  const isParts = Array.isArray(content) && content.length > 0 && content.every(isPart);
  return isParts ? { ...message, content } : message;
}

/** Returns the messages that have content. Some versions send only the role of a message. */
function messagesIn(list: readonly JsonValue[], role: string): ChatMessage[] | undefined {
  const messages = readMessages([...list], role)?.filter((message) => message.role === "tool" || !isBlank(message));
  return messages === undefined || messages.length === 0 ? undefined : messages;
}

function textsOf(prompts: readonly JsonValue[]): JsonValue | undefined {
  const texts = prompts.flatMap((each) => readMessages([each])?.[0]?.["content"] ?? []);
  return texts.length > 1 ? texts : texts[0];
}

/** Reads the input of a reranking call. The documents have the role `system`, the query has the role `user`. */
function rerankInput(prompts: readonly JsonValue[]): JsonObject {
  const messages = readMessages([...prompts]) ?? [];
  const textsOfRole = (role: string) =>
    messages.filter((each) => each.role === role).map((each) => each["content"] ?? null);
  const [query] = textsOfRole("user");
  return { ...(query !== undefined && { query }), documents: textsOfRole("system") };
}

/** Returns the output of a LlamaIndex tool, which Traceloop records as a task. */
function readToolResult(attributes: Attributes): JsonObject | undefined {
  if (textOf(attributes, "traceloop.entity.name")?.endsWith("Tool") !== true) return undefined;
  const output = toJsonObject(jsonOf(attributes, "traceloop.entity.output"));
  return output["raw_output"] === undefined ? undefined : output;
}

function functionsOf({ attributes }: Span): JsonValue | undefined {
  const tools = indexed(attributes, "llm.request.functions").map((each) => {
    if (!isJsonObject(each)) return each;
    const parameters = each["parameters"];
    return {
      type: "function",
      function: parameters === undefined ? each : { ...each, parameters: structured(parameters) },
    };
  });
  return tools.length > 0 ? tools : undefined;
}

/**
 * Returns the arguments of a decorated function, which are recorded as `{ args, kwargs }`. If there are only keyword
 * arguments, returns `kwargs`. If there is only one positional argument, returns this argument.
 */
export function entityInput(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  const read = structured(value);
  if (!isJsonObject(read)) return read;
  // An object with `tags` and `metadata` has the arguments of a LangChain callback.
  if ("tags" in read && "metadata" in read) {
    const { inputs = null, input_str: text } = read;
    if (inputs !== null) return readState(inputs);
    if (text !== undefined) return structured(text);
  }
  if (isJsonObject(read["kwargs"]) && Object.keys(read).length === 1) return read["kwargs"];
  if (!("args" in read) || !("kwargs" in read)) return read;
  const { args, kwargs } = read;
  if (Array.isArray(args) && args.length === 0) return kwargs ?? {};
  const hasKeywords = isJsonObject(kwargs) && Object.keys(kwargs).length > 0;
  return !hasKeywords && Array.isArray(args) && args.length === 1 ? (args[0] ?? null) : read;
}

function entityOutput(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  const read = fromText(value);
  if (!isJsonObject(read) || !("kwargs" in read)) return read;
  const output = read["outputs"] ?? read["output"];
  return output === undefined ? read : readState(readToolOutput(output));
}
