import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages, readState, readToolOutput } from "../messages.ts";
import { joinCompletion } from "../chat-message.ts";
import type { Role, SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import {
  below,
  first,
  fromText,
  structured,
  textOf,
  toBoolean,
  toJsonObject,
  toList,
  toNumber,
  toTags,
  toText,
} from "../values.ts";
import { readProvider } from "./provider.ts";
import { settingsOf } from "./settings.ts";
import { lookup } from "../lookup.ts";

const roles: ReadonlyMap<string, Role> = lookup<Role>({
  llm: "model",
  embedding: "embedding",
  tool: "tool",
  chain: "chain",
  agent: "agent",
  retriever: "retrieval",
  prompt: "chain",
  parser: "chain",
});

/** Reads spans of LangSmith's OpenTelemetry export, which LangChain also uses. */
export function readLangSmith(span: Span): SpanFacts | null {
  const { attributes, parentSpanId } = span;
  const kind = textOf(attributes, "langsmith.span.kind");
  const sent = below(attributes, "langsmith.metadata.");
  if (kind === undefined && Object.keys(sent).length === 0) return null;
  const known = kind === undefined ? undefined : (roles.get(kind.toLowerCase()) ?? "other");
  // The outermost chain is the whole run of the application, which has the role `agent`.
  const role = known === "chain" && parentSpanId === null ? "agent" : known;
  const isModel = role === "model";
  const prompt = first(attributes, "gen_ai.prompt", "input.value");
  const completion = first(attributes, "gen_ai.completion", "output.value");
  const request = toJsonObject(prompt === undefined ? undefined : fromText(prompt));
  const model = textOf(attributes, "gen_ai.request.model") ?? toText(sent["ls_model_name"]);
  const stream = toBoolean(first(attributes, "langsmith.request.streaming"));
  const parameters = isModel ? { ...request, ...toJsonObject(fromText(sent["ls_invocation_params"] ?? null)) } : {};
  const more = {
    model,
    stream,
    temperature: toNumber(sent["ls_temperature"]),
    max_tokens: toNumber(sent["ls_max_tokens"]),
  };
  const metadata = metadataOf(sent, isModel);
  const answer = generationOf(completion);
  return {
    role,
    name: role === "tool" ? textOf(attributes, "gen_ai.tool.name") : undefined,
    provider: isModel || role === "embedding" ? readProvider(toText(sent["ls_provider"]), model) : undefined,
    requestModel: model,
    responseModel: isModel ? answer.model : undefined,
    finishReason: isModel ? toText(answer.finishReason) : undefined,
    settings: isModel ? settingsOf(parameters, more) : undefined,
    tools: isModel ? (request["tools"] ?? undefined) : undefined,
    messages: isModel ? readMessages(prompt) : undefined,
    completion: isModel ? joinCompletion(readMessages(completion, "assistant")) : undefined,
    input: prompt === undefined ? undefined : readState(structured(prompt)),
    output: completion === undefined ? undefined : readState(readToolOutput(unwrapOutput(structured(completion)))),
    usage: readUsage(fromText(sent["usage_metadata"] ?? null)),
    timeToFirstToken: firstTokenTime(span),
    sessionId: toText(sent["session_id"] ?? sent["thread_id"] ?? sent["conversation_id"]),
    userId: toText(sent["user_id"]),
    tags: toTags(first(attributes, "langsmith.span.tags")),
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    error: completion === undefined ? exceptionOf(span) : undefined,
  };
}

function generationOf(completion: JsonValue | undefined): {
  readonly model: string | undefined;
  readonly finishReason: JsonValue | undefined;
} {
  const answer = toJsonObject(completion === undefined ? null : fromText(completion));
  const generation = toJsonObject(toList(answer["generations"]).flat()[0]);
  const message = toJsonObject(generation["message"]);
  const fields = toJsonObject(message["kwargs"] ?? message["data"]);
  const metadata = toJsonObject(fields["response_metadata"]);
  // The response contains LangChain's generations, or is an unchanged OpenAI response.
  const choice = toJsonObject(toList(answer["choices"])[0]);
  const hasChoice = Object.keys(choice).length > 0;
  return {
    model: toText(metadata["model_name"]) ?? (hasChoice ? toText(answer["model"]) : undefined),
    finishReason: toJsonObject(generation["generation_info"])["finish_reason"] ?? choice["finish_reason"],
  };
}

function unwrapOutput(value: JsonValue): JsonValue {
  const isWrapped = isJsonObject(value) && Object.keys(value).length === 1 && value["output"] !== undefined;
  return isWrapped ? structured(value["output"] ?? null) : value;
}

const ownKeys =
  /^(?:ls_|LANGSMITH_|LANGCHAIN_|langgraph_|lc_|__)|^(?:usage_metadata|session_id|thread_id|conversation_id|user_id|revision_id)$/u;

const parameterKeys = /^(?:_type|model|model_name|stream|temperature|max_tokens|max_completion_tokens|stop)$/u;

function metadataOf(values: JsonObject, isModel: boolean): JsonObject {
  const own = Object.entries(values).filter(([key]) => !ownKeys.test(key) && !(isModel && parameterKeys.test(key)));
  return Object.fromEntries(own);
}

/**
 * Returns the message of an exception event, for a span whose status is not an error. The JavaScript SDK sends the
 * status OK even for failed runs, so only this event shows the failure.
 */
function exceptionOf({ events, isFailed }: Span): string | undefined {
  const exception = isFailed ? undefined : events.findLast(({ name }) => name === "exception");
  return toText(exception?.attributes.get("exception.message"));
}

function firstTokenTime({ events, startTime }: Span): number | undefined {
  const event = events.find(({ name }) => name === "new_token");
  return event === undefined || event.time === null || startTime === null
    ? undefined
    : Math.max(0, event.time - startTime);
}
