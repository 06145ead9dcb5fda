import type { JsonValue } from "../json/json-value.ts";

/** Attributes of a span, log record, event or resource. The last of several attributes with the same key counts. */
export type Attributes = ReadonlyMap<string, JsonValue>;

export interface SpanEvent {
  readonly name: string;
  /** Epoch milliseconds with a fraction; null if unknown. */
  readonly time: number | null;
  readonly attributes: Attributes;
}

export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Null at the root of a trace. */
  readonly parentSpanId: string | null;
  readonly name: string;
  /** Epoch milliseconds, with microseconds as a fraction; null if unknown. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
  readonly statusMessage: string;
  readonly scope: string;
  readonly resource: Attributes;
}

/** A log record. Its ids are empty if it belongs to no span. */
export interface LogRecord {
  readonly traceId: string;
  readonly spanId: string;
  /** Name of the event; empty for other records. */
  readonly event: string;
  /** Nanoseconds since 1970. They order the messages of a call. */
  readonly time: bigint;
  readonly body: JsonValue;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly scope: string;
}
