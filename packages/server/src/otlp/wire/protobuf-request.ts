import { fromBinary } from "@bufbuild/protobuf";
import type { JsonValue } from "../../json/json-value.ts";
import type { Attributes, LogRecord, Span } from "../span.ts";
import {
  ExportLogsServiceRequestSchema,
  ExportMetricsServiceRequestSchema,
  ExportTraceServiceRequestSchema,
} from "./generated/otlp_pb.ts";
import type { AnyValue, KeyValue, LogRecord as WireLog, Span as WireSpan } from "./generated/otlp_pb.ts";
import {
  fromDouble,
  fromInteger,
  hexId,
  maxValueDepth,
  milliseconds,
  missingSpanId,
  missingTraceId,
  toLogRecord,
  type Rejection,
} from "./wire-values.ts";

const options = { readUnknownFields: false };

/** Reads the spans of a request in protobuf. Throws for malformed bytes. */
export function spansOfProtobuf(bytes: Uint8Array): (Span | Rejection)[] {
  const { resourceSpans } = fromBinary(ExportTraceServiceRequestSchema, bytes, options);
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const attributes = readAttributes(resource?.attributes ?? []);
    return scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => readSpan(span, scope?.name ?? "", attributes)));
  });
}

/**
 * Reads the log records of a request in protobuf. A record with neither a span nor an event is null. Throws for
 * malformed bytes.
 */
export function logsOfProtobuf(bytes: Uint8Array): (LogRecord | null)[] {
  const { resourceLogs } = fromBinary(ExportLogsServiceRequestSchema, bytes, options);
  return resourceLogs.flatMap(({ resource, scopeLogs }) => {
    const attributes = readAttributes(resource?.attributes ?? []);
    return scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map((record) => readLog(record, scope?.name ?? "", attributes)),
    );
  });
}

export function countProtobufDataPoints(bytes: Uint8Array): number {
  const request = fromBinary(ExportMetricsServiceRequestSchema, bytes, options);
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

function readSpan(span: WireSpan, scope: string, resource: Attributes): Span | Rejection {
  const [traceId, spanId] = [hexId(span.traceId, 16), hexId(span.spanId, 8)];
  if (traceId === null) return missingTraceId;
  if (spanId === null) return missingSpanId;
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
  return toLogRecord({
    traceId: hexId(record.traceId, 16),
    spanId: hexId(record.spanId, 8),
    eventName: record.eventName,
    time: record.timeUnixNano || record.observedTimeUnixNano,
    body: readValue(record.body, 0),
    attributes: readAttributes(record.attributes),
    resource,
    scope,
  });
}

function readAttributes(list: readonly KeyValue[]): Attributes {
  return new Map(list.map(({ key, value }) => [key, readValue(value, 0)]));
}

function readValue(any: AnyValue | undefined, depth: number): JsonValue {
  const value = any?.value;
  if (value === undefined || depth > maxValueDepth) return null;
  switch (value.case) {
    case "stringValue":
    case "boolValue":
      return value.value;
    case "doubleValue":
      return fromDouble(value.value);
    case "intValue":
      return fromInteger(value.value);
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
