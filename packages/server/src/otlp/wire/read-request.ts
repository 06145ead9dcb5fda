import { create, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { parseJson } from "../../json/parse-json.ts";
import type { JsonValue } from "../../json/json-value.ts";
import { checkJsonSize } from "../../http/check-json-size.ts";
import { badInput } from "../../records/errors.ts";
import { isJsonObject } from "../../records/json-values.ts";
import type { Attributes, LogRecord, Span } from "../span.ts";
import { checkWireSize } from "./check-wire-size.ts";
import type { Signal } from "./check-wire-size.ts";
import {
  ExportLogsServiceRequestSchema,
  ExportLogsServiceResponseSchema,
  ExportMetricsServiceRequestSchema,
  ExportMetricsServiceResponseSchema,
  ExportTraceServiceRequestSchema,
  ExportTraceServiceResponseSchema,
} from "./generated/otlp_pb.ts";
import type { AnyValue, KeyValue, LogRecord as WireLog, Span as WireSpan } from "./generated/otlp_pb.ts";
import { lookup } from "../lookup.ts";

/** Encoding of a request and its response. */
export type Encoding = "json" | "protobuf";

/** Limits of a request body. */
export interface WireLimits {
  readonly maxJsonDepth: number;
  readonly maxJsonNodes: number;
}

/** A span or log record that cannot be stored, with the reason. */
export interface Rejection {
  readonly reason: string;
}

export interface ReadTraces {
  readonly spans: readonly Span[];
  readonly rejected: readonly Rejection[];
}

export interface ReadLogs {
  readonly records: readonly LogRecord[];
  /** Number of records without a span, which are not stored. */
  readonly ignored: number;
}

/** Spans of an `ExportTraceServiceRequest`. Throws `BAD_USER_INPUT` for an invalid body. */
export function readTraces(bytes: Buffer, encoding: Encoding, limits: WireLimits): ReadTraces {
  const request = decode(ExportTraceServiceRequestSchema, { bytes, signal: "traces", encoding, limits });
  const spans: Span[] = [];
  const rejected: Rejection[] = [];
  for (const { resource, scopeSpans } of request.resourceSpans) {
    const attributes = readAttributes(resource?.attributes ?? []);
    for (const { scope, spans: sent } of scopeSpans) {
      for (const span of sent) {
        const read = readSpan(span, scope?.name ?? "", attributes);
        if ("reason" in read) rejected.push(read);
        else spans.push(read);
      }
    }
  }
  return { spans, rejected };
}

/** Log records of an `ExportLogsServiceRequest` that belong to spans or are events. */
export function readLogs(bytes: Buffer, encoding: Encoding, limits: WireLimits): ReadLogs {
  const request = decode(ExportLogsServiceRequestSchema, { bytes, signal: "logs", encoding, limits });
  const records: LogRecord[] = [];
  let ignored = 0;
  for (const { resource, scopeLogs } of request.resourceLogs) {
    const attributes = readAttributes(resource?.attributes ?? []);
    for (const { scope, logRecords } of scopeLogs) {
      for (const record of logRecords) {
        const read = readLog(record, scope?.name ?? "", attributes);
        if (read === null) ignored += 1;
        else records.push(read);
      }
    }
  }
  return { records, ignored };
}

/** The number of data points of an `ExportMetricsServiceRequest`. */
export function countDataPoints(bytes: Buffer, encoding: Encoding, limits: WireLimits): number {
  const request = decode(ExportMetricsServiceRequestSchema, { bytes, signal: "metrics", encoding, limits });
  const metrics = request.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics));
  const kinds = metrics.flatMap(({ gauge, sum, histogram, exponentialHistogram, summary }) => [
    gauge,
    sum,
    histogram,
    exponentialHistogram,
    summary,
  ]);
  return kinds.reduce((count, kind) => count + (kind?.dataPoints.length ?? 0), 0);
}

/** Items of a request that were not stored. */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

/** Response to an accepted request; without `partial`, everything was stored. */
export function encodeSuccess(
  signal: Signal,
  encoding: Encoding,
  partial: PartialSuccess | null,
): Uint8Array<ArrayBuffer> {
  const count = BigInt(partial?.rejected ?? 0);
  const errorMessage = partial?.message ?? "";
  switch (signal) {
    case "traces": {
      const partialSuccess = partial ? { partialSuccess: { rejectedSpans: count, errorMessage } } : {};
      return encode(
        ExportTraceServiceResponseSchema,
        create(ExportTraceServiceResponseSchema, partialSuccess),
        encoding,
      );
    }
    case "logs": {
      const partialSuccess = partial ? { partialSuccess: { rejectedLogRecords: count, errorMessage } } : {};
      return encode(ExportLogsServiceResponseSchema, create(ExportLogsServiceResponseSchema, partialSuccess), encoding);
    }
    case "metrics": {
      const partialSuccess = partial ? { partialSuccess: { rejectedDataPoints: count, errorMessage } } : {};
      return encode(
        ExportMetricsServiceResponseSchema,
        create(ExportMetricsServiceResponseSchema, partialSuccess),
        encoding,
      );
    }
  }
}

function encode<Schema extends DescMessage>(
  schema: Schema,
  message: MessageShape<Schema>,
  encoding: Encoding,
): Uint8Array<ArrayBuffer> {
  return encoding === "protobuf"
    ? toBinary(schema, message)
    : new TextEncoder().encode(JSON.stringify(toJson(schema, message)));
}

function decode<Schema extends DescMessage>(
  schema: Schema,
  {
    bytes,
    signal,
    encoding,
    limits,
  }: {
    readonly bytes: Buffer;
    readonly signal: Signal;
    readonly encoding: Encoding;
    readonly limits: WireLimits;
  },
): MessageShape<Schema> {
  if (encoding === "json") {
    checkJsonSize(bytes, limits);
    try {
      const body = parseJson(new TextDecoder().decode(bytes));
      return fromJson(schema, withBytes(body), { ignoreUnknownFields: true });
    } catch {
      throw badInput("body", "is not valid OTLP JSON");
    }
  }
  checkWireSize(bytes, signal, limits);
  try {
    return fromBinary(schema, bytes, { readUnknownFields: false });
  } catch {
    throw badInput("body", "is not valid OTLP protobuf");
  }
}

const idFields = new Set(["traceId", "spanId", "parentSpanId", "trace_id", "span_id", "parent_span_id"]);
const listFields = ["resourceSpans", "scopeSpans", "spans", "links", "resourceLogs", "scopeLogs", "logRecords"];
const listNames = new Set([
  ...listFields,
  "resource_spans",
  "scope_spans",
  "resource_logs",
  "scope_logs",
  "log_records",
]);

const statusCodes: ReadonlyMap<string, number> = lookup<number>({
  STATUS_CODE_UNSET: 0,
  STATUS_CODE_OK: 1,
  STATUS_CODE_ERROR: 2,
});

/** Converts OTLP JSON to protobuf JSON: ids from hexadecimal to base64, and status names to codes. */
function withBytes(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withBytes);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, field]): [string, JsonValue] => {
    if (listNames.has(key)) return [key, withBytes(field)];
    if (key === "status" && isJsonObject(field)) {
      const { code = 0, ...status } = field;
      return [key, { ...status, code: typeof code === "string" ? (statusCodes.get(code) ?? code) : code }];
    }
    return idFields.has(key) && typeof field === "string"
      ? [key, Buffer.from(field, "hex").toString("base64")]
      : [key, field];
  });
  return Object.fromEntries(entries);
}

function readSpan(span: WireSpan, scope: string, resource: Attributes): Span | Rejection {
  const [traceId, spanId] = [hexId(span.traceId, 16), hexId(span.spanId, 8)];
  if (traceId === null) return { reason: "trace_id: must be 16 bytes, not all zero" };
  if (spanId === null) return { reason: "span_id: must be 8 bytes, not all zero" };
  return {
    traceId,
    spanId,
    parentSpanId: hexId(span.parentSpanId, 8),
    name: span.name,
    startTime: milliseconds(span.startTimeUnixNano),
    endTime: milliseconds(span.endTimeUnixNano),
    attributes: readAttributes(span.attributes),
    events: span.events.map(({ name, timeUnixNano, attributes }) => ({
      name,
      time: milliseconds(timeUnixNano),
      attributes: readAttributes(attributes),
    })),
    links: span.links.flatMap((link) => {
      const [linkedTrace, linkedSpan] = [hexId(link.traceId, 16), hexId(link.spanId, 8)];
      return linkedTrace !== null && linkedSpan !== null ? [{ traceId: linkedTrace, spanId: linkedSpan }] : [];
    }),
    isFailed: span.status?.code === 2,
    statusMessage: span.status?.message ?? "",
    scope,
    resource,
  };
}

function readLog(record: WireLog, scope: string, resource: Attributes): LogRecord | null {
  const [traceId, spanId] = [hexId(record.traceId, 16), hexId(record.spanId, 8)];
  const attributes = readAttributes(record.attributes);
  // Session events need no span.
  if ((traceId === null || spanId === null) && !attributes.has("event.name")) return null;
  const named = attributes.get("event.name");
  return {
    traceId: traceId ?? "",
    spanId: spanId ?? "",
    event: record.eventName || (typeof named === "string" ? named : ""),
    time: record.timeUnixNano || record.observedTimeUnixNano,
    body: readValue(record.body, 0),
    attributes,
    resource,
    scope,
  };
}

function hexId(bytes: Uint8Array, length: number): string | null {
  if (bytes.length !== length || bytes.every((byte) => byte === 0)) return null;
  return Buffer.from(bytes).toString("hex");
}

/** Epoch milliseconds with microseconds as a fraction, in the range of a date; null when not given. */
function milliseconds(nanoseconds: bigint): number | null {
  if (nanoseconds <= 0n) return null;
  const value = Number(nanoseconds / 1_000n) / 1_000;
  return value <= maxTime ? value : null;
}

/** The year 9999. */
const maxTime = Date.UTC(9999, 11, 31);

function readAttributes(list: readonly KeyValue[]): Attributes {
  return new Map(list.map(({ key, value }) => [key, readValue(value, 0)]));
}

const maxValueDepth = 64;

function readValue(any: AnyValue | undefined, depth: number): JsonValue {
  const value = any?.value;
  if (value === undefined || depth > maxValueDepth) return null;
  switch (value.case) {
    case "stringValue":
    case "boolValue":
      return value.value;
    case "doubleValue":
      return Number.isFinite(value.value) ? value.value : String(value.value);
    case "intValue": {
      const number = Number(value.value);
      return Number.isSafeInteger(number) ? number : String(value.value);
    }
    case "arrayValue":
      return value.value.values.map((each) => readValue(each, depth + 1));
    case "kvlistValue":
      return Object.fromEntries(value.value.values.map((each) => [each.key, readValue(each.value, depth + 1)]));
    case "bytesValue":
      return Buffer.from(value.value).toString("base64");
    default:
      return null;
  }
}
