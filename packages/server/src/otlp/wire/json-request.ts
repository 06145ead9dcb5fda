import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import type { Attributes, LogRecord, Span } from "../span.ts";
import { lookup } from "../lookup.ts";
import type { Signal } from "./check-wire-size.ts";
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

/**
 * Names of a field in camelCase, as exporters send it, and in snake_case, which the JSON format of protobuf also
 * allows.
 */
type Name = readonly [camelCase: string, snakeCase: string];

const listNames = {
  traces: [
    ["resourceSpans", "resource_spans"],
    ["scopeSpans", "scope_spans"],
    ["spans", "spans"],
  ],
  logs: [
    ["resourceLogs", "resource_logs"],
    ["scopeLogs", "scope_logs"],
    ["logRecords", "log_records"],
  ],
  metrics: [
    ["resourceMetrics", "resource_metrics"],
    ["scopeMetrics", "scope_metrics"],
    ["metrics", "metrics"],
  ],
} as const satisfies Readonly<Record<Signal, readonly [Name, Name, Name]>>;

function readItems<Item>(
  body: JsonValue,
  signal: Signal,
  read: (item: JsonObject, scope: string, resource: Attributes) => Item,
): Item[] {
  const [groups, scopes, names] = listNames[signal];
  const items: Item[] = [];
  for (const group of listOf(field(objectOf(body), groups))) {
    const resource = attributesOf(objectOf(group["resource"]));
    for (const each of listOf(field(group, scopes))) {
      const scope = textOf(objectOf(each["scope"])["name"]);
      for (const item of listOf(field(each, names))) items.push(read(item, scope, resource));
    }
  }
  return items;
}

/** Reads the spans of a request in OTLP/JSON. Throws for a field of the wrong type. */
export function spansOfJson(body: JsonValue): (Span | Rejection)[] {
  return readItems(body, "traces", readSpan);
}

/**
 * Reads the log records of a request in OTLP/JSON. A record with neither a span nor an event is null. Throws for a
 * field of the wrong type.
 */
export function logsOfJson(body: JsonValue): (LogRecord | null)[] {
  return readItems(body, "logs", readLog);
}

export function countJsonDataPoints(body: JsonValue): number {
  const counts = readItems(body, "metrics", (metric) =>
    metricKinds.reduce((count, kind) => count + listOf(field(objectOf(field(metric, kind)), dataPoints)).length, 0),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const metricKinds: readonly Name[] = [
  ["gauge", "gauge"],
  ["sum", "sum"],
  ["histogram", "histogram"],
  ["exponentialHistogram", "exponential_histogram"],
  ["summary", "summary"],
];
const dataPoints: Name = ["dataPoints", "data_points"];
const traceIds: Name = ["traceId", "trace_id"];
const spanIds: Name = ["spanId", "span_id"];
const parentIds: Name = ["parentSpanId", "parent_span_id"];
const startTimes: Name = ["startTimeUnixNano", "start_time_unix_nano"];
const endTimes: Name = ["endTimeUnixNano", "end_time_unix_nano"];
const times: Name = ["timeUnixNano", "time_unix_nano"];
const observedTimes: Name = ["observedTimeUnixNano", "observed_time_unix_nano"];
const eventNames: Name = ["eventName", "event_name"];

function readSpan(span: JsonObject, scope: string, resource: Attributes): Span | Rejection {
  const traceId = idOf(field(span, traceIds), 16);
  const spanId = idOf(field(span, spanIds), 8);
  const status = objectOf(span["status"]);
  const read: Omit<Span, "traceId" | "spanId"> = {
    parentSpanId: idOf(field(span, parentIds), 8),
    name: textOf(span["name"]),
    startTime: milliseconds(nanosecondsOf(field(span, startTimes))),
    endTime: milliseconds(nanosecondsOf(field(span, endTimes))),
    attributes: attributesOf(span),
    events: listOf(span["events"]).map((event) => ({
      name: textOf(event["name"]),
      time: milliseconds(nanosecondsOf(field(event, times))),
      attributes: attributesOf(event),
    })),
    links: listOf(span["links"]).flatMap((link) => {
      const linkedTrace = idOf(field(link, traceIds), 16);
      const linkedSpan = idOf(field(link, spanIds), 8);
      return linkedTrace !== null && linkedSpan !== null ? [{ traceId: linkedTrace, spanId: linkedSpan }] : [];
    }),
    isFailed: isErrorCode(status["code"]),
    statusMessage: textOf(status["message"]),
    scope,
    resource,
  };
  if (traceId === null) return missingTraceId;
  return spanId === null ? missingSpanId : { traceId, spanId, ...read };
}

function readLog(record: JsonObject, scope: string, resource: Attributes): LogRecord | null {
  return toLogRecord({
    traceId: idOf(field(record, traceIds), 16),
    spanId: idOf(field(record, spanIds), 8),
    eventName: textOf(field(record, eventNames)),
    time: nanosecondsOf(field(record, times)) || nanosecondsOf(field(record, observedTimes)),
    body: valueOf(record["body"], 0),
    attributes: attributesOf(record),
    resource,
    scope,
  });
}

function field(object: JsonObject, [camelCase, snakeCase]: Name): JsonValue | undefined {
  return object[camelCase] ?? object[snakeCase];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  if (value === undefined || value === null) return nothing;
  if (!isJsonObject(value)) throw new TypeError("must be an object");
  return value;
}

const nothing: JsonObject = {};

function listOf(value: JsonValue | undefined): JsonObject[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isJsonObject)) throw new TypeError("must be a list of objects");
  return value;
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new TypeError("must be a string");
  return value;
}

function idOf(value: JsonValue | undefined, length: number): string | null {
  const text = textOf(value);
  return text === "" ? null : hexId(Buffer.from(text, "hex"), length);
}

function isErrorCode(code: JsonValue | undefined): boolean {
  return code === 2 || code === "STATUS_CODE_ERROR" || code === "2";
}

function nanosecondsOf(value: JsonValue | undefined): bigint {
  return value === undefined || value === null ? 0n : integerOf(value);
}

/** Reads a 64-bit integer, which is sent as text or as a number. */
function integerOf(value: JsonValue): bigint {
  if (typeof value === "string" && /^-?\d{1,20}$/u.test(value)) return BigInt(value);
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  throw new TypeError("must be an integer");
}

function attributesOf(holder: JsonObject): Attributes {
  const attributes = new Map<string, JsonValue>();
  for (const pair of listOf(holder["attributes"])) attributes.set(textOf(pair["key"]), valueOf(pair["value"], 0));
  return attributes;
}

function valueOf(any: JsonValue | undefined, depth: number): JsonValue {
  const object = objectOf(any);
  // Strings are tested first, because they are the most frequent values.
  if (typeof object["stringValue"] === "string") return object["stringValue"];
  if (depth > maxValueDepth) return null;
  for (const [name, value] of Object.entries(object)) {
    const read = valueReaders.get(name);
    if (read !== undefined && value !== null) return read(value, depth + 1);
  }
  return null;
}

type ReadValue = (value: JsonValue, depth: number) => JsonValue;

const listOfValues: ReadValue = (value, depth) => listOf(objectOf(value)["values"]).map((each) => valueOf(each, depth));
const pairsOfValues: ReadValue = (value, depth) =>
  Object.fromEntries(
    listOf(objectOf(value)["values"]).map((pair) => [textOf(pair["key"]), valueOf(pair["value"], depth)]),
  );

const valueReaders: ReadonlyMap<string, ReadValue> = lookup<ReadValue>({
  stringValue: textOf,
  string_value: textOf,
  boolValue: booleanOf,
  bool_value: booleanOf,
  intValue: (value) => fromInteger(integerOf(value)),
  int_value: (value) => fromInteger(integerOf(value)),
  doubleValue: (value) => fromDouble(doubleOf(value)),
  double_value: (value) => fromDouble(doubleOf(value)),
  arrayValue: listOfValues,
  array_value: listOfValues,
  kvlistValue: pairsOfValues,
  kvlist_value: pairsOfValues,
  bytesValue: base64Of,
  bytes_value: base64Of,
});

function booleanOf(value: JsonValue): boolean {
  if (typeof value !== "boolean") throw new TypeError("must be a boolean");
  return value;
}

function doubleOf(value: JsonValue): number {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number !== "number" || (Number.isNaN(number) && value !== "NaN")) throw new TypeError("must be a number");
  return number;
}

function base64Of(value: JsonValue): string {
  return Buffer.from(textOf(value), "base64").toString("base64");
}
