import type { JsonObject } from "../json/json-value.ts";
import { readAdk } from "./dialects/adk.ts";
import { readAiSdk } from "./dialects/ai-sdk.ts";
import { readGenAi } from "./dialects/gen-ai.ts";
import { readGenkit } from "./dialects/genkit.ts";
import { readHaystack } from "./dialects/haystack.ts";
import { readLangfuse } from "./dialects/langfuse.ts";
import { readLangSmith } from "./dialects/langsmith.ts";
import { readLangWatch } from "./dialects/langwatch.ts";
import { readLiteLlm } from "./dialects/litellm.ts";
import { readLogfireAgents } from "./dialects/logfire-agents.ts";
import { readLogfire } from "./dialects/logfire.ts";
import { readMastra } from "./dialects/mastra.ts";
import { readMlflow } from "./dialects/mlflow.ts";
import { readOpenInference } from "./dialects/openinference.ts";
import { providerOfModel } from "./dialects/provider.ts";
import { readTraceloop } from "./dialects/traceloop.ts";
import type { Attributes, Span } from "./span.ts";
import { mergeFacts } from "./span-facts.ts";
import type { Role, SpanFacts } from "./span-facts.ts";
import { readTools } from "./tools.ts";
import { withExceedingParts } from "./usage.ts";
import { hasBelow, toTags, toText } from "./values.ts";

/**
 * Readers of spans. Each reader knows the attributes and events of one convention (a dialect). If several readers find
 * the same field, the value of the first reader is used. The reader of the GenAI conventions comes last, because many
 * other dialects also use GenAI attributes.
 */
const dialects: readonly ((span: Span) => SpanFacts | null)[] = [
  readOpenInference,
  readLangfuse,
  readMlflow,
  readMastra,
  readLangSmith,
  readAiSdk,
  readGenkit,
  readLogfireAgents,
  readLogfire,
  readLiteLlm,
  readHaystack,
  readLangWatch,
  readTraceloop,
  readAdk,
  readGenAi,
];

/** Returns the data and the role of a span, with the readers of all dialects. */
export function mapSpan(sent: Span): SpanFacts & { readonly role: Role } {
  const span = { ...sent, attributes: withBaggage(sent.attributes) };
  const facts = mergeFacts(dialects.flatMap((read) => read(span) ?? []));
  const role = settledRole(facts);
  const model = facts.responseModel ?? facts.requestModel;
  const isCall = role === "model" || role === "embedding";
  return {
    ...facts,
    role,
    provider: isCall ? (facts.provider ?? providerOfModel(model)) : facts.provider,
    tools: readTools(facts.tools),
    usage: withExceedingParts(facts.usage),
    metadata: ownMetadata(facts.metadata),
    tags: (facts.tags ?? toTags(facts.metadata?.["langfuse_tags"]))?.filter((tag) => !frameworkTags.test(tag)),
    sessionId: unscrubbed(facts.sessionId) ?? named(facts.metadata, sessionKeys),
    userId: unscrubbed(facts.userId) ?? named(facts.metadata, userKeys),
    error: facts.error ?? readError(span, facts.finishReason),
  };
}

/** Keys that LangChain and LangGraph add to the application's metadata. */
const frameworkKeys =
  /^(?:ls_|langgraph_|lc_|__|checkpoint_ns$|is_langchain_root$|langfuse_(?:session_id|user_id|tags)$)/u;

const frameworkTags = /^(?:graph:step:\d+|seq:step:\d+|map:key:.*|langsmith:hidden)$/u;

function ownMetadata(metadata: JsonObject | undefined): JsonObject | undefined {
  const own = Object.entries(metadata ?? {}).filter(
    ([key, value]) =>
      !frameworkKeys.test(key) && !(key === "tags" && (toTags(value) ?? []).every((tag) => frameworkTags.test(tag))),
  );
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

/** Metadata keys under which applications put the session or user if their framework has no attribute for them. */
const sessionKeys = [
  "session_id",
  "sessionId",
  "langfuse_session_id",
  "thread_id",
  "threadId",
  "conversation_id",
  "conversationId",
];
const userKeys = ["user_id", "userId", "langfuse_user_id"];

function named(metadata: JsonObject | undefined, keys: readonly string[]): string | undefined {
  return keys.map((key) => unscrubbed(toText(metadata?.[key]))).find((value) => value !== undefined);
}

/**
 * Returns undefined for a value that Logfire redacted. It redacts apparent secrets, such as attributes with "session"
 * in their names.
 */
function unscrubbed(value: string | undefined): string | undefined {
  return value?.startsWith("[Scrubbed due to ") ? undefined : value;
}

/**
 * Returns the role of a span. Some SDKs send the same kind for all model calls. A model call is therefore recognized as
 * an embedding if the model name contains `embed` and the call has no answer.
 */
function settledRole({ role = "other", requestModel, responseModel, completion }: SpanFacts): Role {
  const isEmbedding = /embed/iu.test(responseModel ?? requestModel ?? "");
  const hasAnswer = completion !== undefined && completion["content"] !== null && completion["content"] !== "";
  return role === "model" && isEmbedding && !hasAnswer ? "embedding" : role;
}

/**
 * Adds attributes with the prefix `baggage.` again, under names without this prefix, unless such a name exists. A span
 * processor creates these attributes from the OpenTelemetry baggage.
 */
function withBaggage(attributes: Attributes): Attributes {
  if (!hasBelow(attributes, "baggage.")) return attributes;
  const prefixed = [...attributes].filter(([key]) => key.startsWith("baggage."));
  const added = new Map(attributes);
  for (const [key, value] of prefixed) {
    const name = key.slice("baggage.".length);
    if (!added.has(name)) added.set(name, value);
  }
  return added;
}

/**
 * Reads the error of a failed span: its status message or, without one, its exception. The type is added if the text
 * does not contain it.
 */
function readError(
  { isFailed, statusMessage, events, attributes }: Span,
  finishReason: string | undefined,
): string | undefined {
  const exception = events.findLast(({ name }) => name === "exception")?.attributes;
  if (!isFailed && finishReason !== "error") return undefined;
  const type = text(exception?.get("exception.type")) || text(attributes.get("error.type"));
  const message =
    statusMessage ||
    text(exception?.get("exception.message")) ||
    text(attributes.get("error.message")) ||
    text(attributes.get("exception.message"));
  const code = attributes.get("http.response.status_code") ?? attributes.get("error.code");
  if (message === "") {
    const name = type || "Error";
    return typeof code === "number" || typeof code === "string" ? `${name} (${code})` : name;
  }
  const shortType = type.slice(type.lastIndexOf(".") + 1);
  return type === "" || type === "_OTHER" || message.includes(shortType) ? message : `${type}: ${message}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
