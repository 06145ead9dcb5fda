import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import type { StepRecord, StepWrite } from "../store/steps.ts";
import type { Role, Usage } from "./span-facts.ts";
import { toCount, toJsonObject, toNumber, toText } from "./values.ts";

/**
 * Sources from which the messages of a call can come. A source with a higher rank replaces one with a lower rank.
 * `lent`: another span. `events`: log records with one message each. `details`: one log record with all messages.
 * `span`: the span itself.
 */
export const contentRanks = { lent: 1, events: 2, details: 3, span: 4 } as const;

/** Key of a log record that contains a single message: the record's time, its index in the request, and its digest. */
export type EventKey = readonly [time: string, index: number, digest: string];

/**
 * Data of a span, which are stored in `metadata.otel` of its step. All other data of a trace are derived from the data
 * of its spans.
 */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** Null if only log records of the span have arrived. */
  readonly role: Role | null;
  /** Epoch milliseconds. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly responseId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly usage: Usage | null;
  readonly lendsMessages: boolean;
  readonly isFailed: boolean;
  /**
   * Rank ({@link contentRanks}) of the source of the stored input messages; 0 if there are none. A source with a lower
   * rank does not replace them. `outputRank` is the same for the output.
   */
  readonly inputRank: number;
  readonly outputRank: number;
  /** Log records from which the stored messages come, in order. */
  readonly events: readonly EventKey[];
  /** Raw data of the span, from which nothing is derived; see `rawSpan`. */
  readonly raw: JsonObject;
}

/** A span of a trace. It is stored, part of the current request, or both (if a stored span is received again). */
export interface TraceSpan {
  readonly record: SpanRecord;
  readonly stored: StepRecord | null;
  /** Null if the request does not contain the span. */
  readonly write: StepWrite | null;
}

export function stepIdOf(traceId: string, spanId: string): string {
  return `${traceId}-${spanId}`;
}

const roles: ReadonlySet<string> = new Set<Role>([
  "model",
  "embedding",
  "tool",
  "agent",
  "workflow",
  "chain",
  "retrieval",
  "rerank",
  "continuation",
  "prompt",
  "other",
]);

/**
 * Key in `metadata.otel` under which the receiver stores the data of a span. Because the key contains a dot, the data
 * appear neither in the metadata index nor in lists of metadata keys.
 */
const factsKey = "threadline.span";

/** Reads the span in the metadata of a stored step; null for a step from another source. */
export function readSpanRecord({ id, metadata, startTime, endTime, error }: StepRecord): SpanRecord | null {
  const otel = metadata?.["otel"];
  if (!isJsonObject(otel)) return null;
  const { traceId, spanId, userId, [factsKey]: facts, ...raw } = otel;
  if (typeof traceId !== "string" || typeof spanId !== "string" || stepIdOf(traceId, spanId) !== id) return null;
  const { parentSpanId, role, responseId, sessionId, usage, lendsMessages, content, events } = toJsonObject(facts);
  const ranks = isJsonObject(content) ? content : {};
  return {
    traceId,
    spanId,
    parentSpanId: toText(parentSpanId) ?? null,
    role: typeof role === "string" && roles.has(role) ? (role as Role) : null, // `roles` has only roles
    startTime,
    endTime,
    responseId: toText(responseId) ?? null,
    sessionId: toText(sessionId) ?? null,
    userId: toText(userId) ?? null,
    usage: isJsonObject(usage) ? readStoredUsage(usage) : null,
    lendsMessages: lendsMessages === true,
    isFailed: error !== null,
    inputRank: toNumber(ranks["input"]) ?? 0,
    outputRank: toNumber(ranks["output"]) ?? 0,
    events: Array.isArray(events) ? events.flatMap(readEventKey) : [],
    raw,
  };
}

function readStoredUsage(usage: JsonObject): Usage {
  const [input, output] = [toCount(usage["input"]), toCount(usage["output"])];
  const [cached, cacheWrite, reasoning] = [usage["cached"], usage["cacheWrite"], usage["reasoning"]].map(toCount);
  return { input, output, cached, cacheWrite, reasoning };
}

function readEventKey(value: JsonValue): EventKey[] {
  if (!Array.isArray(value)) return [];
  const [time, index, digest] = value;
  return typeof time === "string" && typeof index === "number" && typeof digest === "string"
    ? [[time, index, digest]]
    : [];
}

/** Converts a record to `metadata.otel`, without empty values. */
export function toOtel(record: SpanRecord): JsonObject {
  const {
    traceId,
    spanId,
    parentSpanId,
    role,
    responseId,
    sessionId,
    userId,
    usage,
    lendsMessages,
    inputRank,
    outputRank,
    events,
    raw,
  } = record;
  const counts = Object.entries(usage ?? {}).filter(([, count]) => count !== undefined);
  const content = { ...(inputRank > 0 && { input: inputRank }), ...(outputRank > 0 && { output: outputRank }) };
  return {
    traceId,
    spanId,
    ...(userId !== null && { userId }),
    [factsKey]: {
      ...(parentSpanId !== null && { parentSpanId }),
      ...(role !== null && { role }),
      ...(responseId !== null && { responseId }),
      ...(sessionId !== null && { sessionId }),
      ...(counts.length > 0 && { usage: Object.fromEntries<JsonValue>(counts) }),
      ...(lendsMessages && { lendsMessages }),
      ...(inputRank + outputRank > 0 && { content }),
      ...(events.length > 0 && { events: events.map((key) => [...key]) }),
    },
    ...raw,
  };
}
