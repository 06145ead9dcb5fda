import type { JsonValue } from "../../json/json-value.ts";
import type { LogRecord } from "../span.ts";

/** A span or log record that cannot be stored, with the reason. */
export interface Rejection {
  readonly reason: string;
}

export const missingTraceId: Rejection = { reason: "trace_id: must be 16 bytes, not all zero" };
export const missingSpanId: Rejection = { reason: "span_id: must be 8 bytes, not all zero" };

/** Maximum nesting depth of values. Deeper values become null. */
export const maxValueDepth = 64;

/** Converts an id to hexadecimal; null if it has another length or contains only zeros. */
export function hexId(bytes: Uint8Array, length: number): string | null {
  if (bytes.length !== length || bytes.every((byte) => byte === 0)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("hex");
}

/**
 * Converts nanoseconds since the epoch to milliseconds, with microseconds as a fraction. Returns null for 0, which
 * means unknown in OTLP, and for times after the year 9999.
 */
export function milliseconds(nanoseconds: bigint): number | null {
  if (nanoseconds <= 0n) return null;
  const value = Number(nanoseconds / 1_000n) / 1_000;
  return value <= maxTime ? value : null;
}

const maxTime = Date.UTC(9999, 11, 31);

/** Converts an integer to a number, or to text if a number cannot represent it exactly. */
export function fromInteger(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Converts a number that JSON cannot represent, such as NaN, to text. Returns other numbers unchanged. */
export function fromDouble(value: number): JsonValue {
  return Number.isFinite(value) ? value : String(value);
}

/**
 * Converts a log record. The name of an event is in `eventName` or, in versions of OTLP before 1.5, in the attribute
 * `event.name`. Returns null for a record with neither a name nor the ids of a span.
 */
export function toLogRecord({
  traceId,
  spanId,
  eventName,
  ...record
}: Omit<LogRecord, "traceId" | "spanId" | "event"> & {
  readonly traceId: string | null;
  readonly spanId: string | null;
  readonly eventName: string;
}): LogRecord | null {
  const named = record.attributes.get("event.name");
  if ((traceId === null || spanId === null) && named === undefined && eventName === "") return null;
  const event = eventName || (typeof named === "string" ? named : "");
  const attributes =
    named === undefined && event !== "" ? new Map([...record.attributes, ["event.name", event]]) : record.attributes;
  return { ...record, attributes, traceId: traceId ?? "", spanId: spanId ?? "", event };
}
