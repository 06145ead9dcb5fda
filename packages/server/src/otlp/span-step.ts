import type { GenerationPayloadInput, StepInput, StepType } from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { recordLimits } from "../records/limits.ts";
import { readStep } from "../records/steps.ts";
import type { StepOrigin } from "../records/steps.ts";
import { mapSpan } from "./map-span.ts";
import { rawSpan } from "./raw-span.ts";
import type { Span } from "./span.ts";
import type { Role, SpanFacts } from "./span-facts.ts";
import { contentRanks, stepIdOf } from "./trace-span.ts";
import type { SpanRecord, TraceSpan } from "./trace-span.ts";
import { given, textOf } from "./values.ts";

export interface MappingOptions {
  readonly origin: StepOrigin;
  readonly keepsAttributes: boolean;
}

/** Converts a span to a step, without data from other spans. Throws a `RecordError` if it exceeds a limit. */
export function toTraceSpan(
  span: Span,
  { origin, keepsAttributes }: MappingOptions,
  facts: SpanFacts & { readonly role: Role } = mapSpan(span),
): TraceSpan {
  const name = cut(facts.name ?? span.name, recordLimits.nameLength) ?? null;
  const hasUsage = Object.values(facts.usage ?? {}).some((count) => count !== undefined);
  const record: SpanRecord = {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    role: facts.role,
    startTime: span.startTime === null ? null : Math.floor(span.startTime),
    endTime: span.endTime === null ? null : Math.floor(span.endTime),
    responseId: facts.responseId ?? null,
    sessionId: facts.sessionId ?? null,
    userId: facts.userId ?? null,
    usage: hasUsage ? (facts.usage ?? null) : null,
    lendsMessages: facts.lendsMessages === true,
    isFailed: facts.error !== undefined,
    inputRank: facts.messages === undefined ? 0 : contentRanks.span,
    outputRank: facts.completion === undefined ? 0 : contentRanks.span,
    events: [],
    raw: rawSpan(span, { keepsAttributes, hasContent: hasContent(facts), stepName: name }),
  };
  const write = readStep(toInput(span, facts, name), { ...origin, environment: origin.environment });
  return { record, stored: null, write: { ...write, takesContentOfGeneration: true } };
}

function hasContent({ messages, input, completion, output }: SpanFacts): boolean {
  return (messages ?? input) !== undefined && (completion ?? output) !== undefined;
}

function toInput(span: Span, facts: SpanFacts & { readonly role: Role }, name: string | null): StepInput {
  const { traceId, spanId, parentSpanId, startTime, endTime } = span;
  const environment = environmentOf(span);
  const isCall = facts.role === "model" || facts.role === "embedding";
  return {
    id: stepIdOf(traceId, spanId),
    parentId: parentSpanId === null ? null : stepIdOf(traceId, parentSpanId),
    type: typeOf(facts.role, parentSpanId === null),
    name,
    ...given({
      startTime: startTime ?? undefined,
      endTime: endTime === null ? undefined : Math.max(Math.floor(endTime), Math.floor(startTime ?? 0)),
      error: facts.error,
      environment,
      tags: facts.tags?.filter((tag) => tag.length <= recordLimits.tagLength).slice(0, recordLimits.tagCount),
      input: isCall ? embedded(facts) : (facts.input ?? under(facts.messages)),
      output: isCall ? undefined : (facts.output ?? facts.completion),
    }),
    // Only these metadata are checked against the size limit. `settleTrace` later adds the key `otel`, whose values
    // have limits of their own.
    metadata: { ...facts.metadata },
    ...(isCall && { generation: toGeneration(span, facts) }),
  };
}

export function typeOf(role: Role | null, isRoot: boolean): StepType {
  switch (role) {
    case "model":
      return "llm";
    case "embedding":
    case "tool":
    case "retrieval":
    case "rerank":
      return role;
    case "agent":
    case "workflow":
      return "run";
    case "continuation":
      return "undefined";
    case "prompt":
      return "user_message";
    default:
      return isRoot && role !== null ? "run" : "undefined";
  }
}

function embedded({ role, input }: SpanFacts): JsonValue | undefined {
  return role === "embedding" && input !== undefined ? { content: input } : undefined;
}

export function under(messages: SpanFacts["messages"]): JsonObject | undefined {
  return messages === undefined ? undefined : { content: [...messages] };
}

function toGeneration({ startTime, endTime }: Span, facts: SpanFacts): GenerationPayloadInput {
  return generationOf(facts, {
    provider: cut(facts.provider, recordLimits.nameLength),
    model: cut(facts.responseModel ?? facts.requestModel, recordLimits.nameLength),
    duration: startTime === null || endTime === null ? undefined : Math.max(0, endTime - startTime) / 1_000,
  });
}

/** Returns the generation of a model call. The duration is in seconds. */
export function generationOf(
  facts: SpanFacts,
  call: Readonly<Record<"model" | "provider", string | undefined>> & { readonly duration: number | undefined },
): GenerationPayloadInput {
  const { settings, completion, usage, error } = facts;
  const isEmbedding = facts.role === "embedding";
  const metadata = given({
    cachedTokenCount: usage?.cached,
    cacheWriteTokenCount: usage?.cacheWrite,
    reasoningTokenCount: usage?.reasoning,
    finishReason: facts.finishReason,
    responseId: facts.responseId,
    promptName: facts.promptName,
    promptVersion: facts.promptVersion,
  });
  const hasSettings = settings !== undefined && Object.keys(settings).length > 0;
  return {
    type: isEmbedding ? "COMPLETION" : "CHAT",
    ...given({
      ...call,
      settings: hasSettings ? settings : undefined,
      tools: facts.tools,
      messages: isEmbedding || facts.messages === undefined ? undefined : [...facts.messages],
      messageCompletion: isEmbedding ? undefined : completion,
      prompt: isEmbedding ? facts.input : undefined,
      inputTokenCount: usage?.input,
      outputTokenCount: usage?.output,
      ttFirstToken: facts.timeToFirstToken,
      metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
      error,
    }),
  };
}

function environmentOf({ attributes, resource }: Span): string | undefined {
  const keys = ["deployment.environment.name", "deployment.environment", "langfuse.environment"];
  const found = textOf(attributes, ...keys) ?? textOf(resource, ...keys);
  return found !== undefined && found.length <= recordLimits.idLength ? found : undefined;
}

function cut(text: string | undefined, limit: number): string | undefined {
  return text !== undefined && text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
