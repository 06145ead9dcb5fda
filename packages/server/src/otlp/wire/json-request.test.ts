import { create, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import type { JsonValue } from "../../json/json-value.ts";
import { ExportTraceServiceRequestSchema } from "./generated/otlp_pb.ts";
import { countJsonDataPoints, logsOfJson, spansOfJson } from "./json-request.ts";
import { spansOfProtobuf } from "./protobuf-request.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

function inRequest(span: JsonValue): JsonValue {
  return { resourceSpans: [{ scopeSpans: [{ scope: { name: "test" }, spans: [span] }] }] };
}

function valueOf(value: JsonValue): unknown {
  const [span] = spansOfJson(inRequest({ traceId, spanId, attributes: [{ key: "a", value }] }));
  return span && "attributes" in span ? span.attributes.get("a") : span;
}

test("a span in JSON is read like the same span in protobuf", () => {
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "app" } }] };
  const span = {
    name: "chat",
    startTimeUnixNano: "1760000000000001000",
    endTimeUnixNano: "1760000000500000000",
    attributes: [
      { key: "text", value: { stringValue: "a" } },
      { key: "none", value: {} },
      { key: "whole", value: { intValue: "5" } },
      { key: "big", value: { intValue: "9007199254740993" } },
      { key: "real", value: { doubleValue: 0.5 } },
      { key: "list", value: { arrayValue: { values: [{ boolValue: true }, { stringValue: "" }, {}] } } },
      { key: "pairs", value: { kvlistValue: { values: [{ key: "__proto__", value: { stringValue: "b" } }] } } },
      { key: "bytes", value: { bytesValue: "AQI=" } },
    ],
    status: { code: 2, message: "failed" },
  };
  const link = { traceId: "1".repeat(32), spanId: "2".repeat(16) };
  const event = { name: "exception", timeUnixNano: "1760000000100000000", attributes: [] };
  const json = {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          { scope: { name: "test" }, spans: [{ ...span, traceId, spanId, links: [link, {}], events: [event] }] },
        ],
      },
    ],
  };
  const oneof = (name: string, value: unknown) => ({ value: { case: name, value } });
  const values = {
    text: oneof("stringValue", "a"),
    none: {},
    whole: oneof("intValue", 5n),
    big: oneof("intValue", 9007199254740993n),
    real: oneof("doubleValue", 0.5),
    list: oneof("arrayValue", { values: [oneof("boolValue", true), oneof("stringValue", ""), {}] }),
    pairs: oneof("kvlistValue", { values: [{ key: "__proto__", value: oneof("stringValue", "b") }] }),
    bytes: oneof("bytesValue", new Uint8Array([1, 2])),
  };
  const message = {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: oneof("stringValue", "app") }] },
        scopeSpans: [
          {
            scope: { name: "test" },
            spans: [
              {
                ...span,
                traceId: bytes(traceId),
                spanId: bytes(spanId),
                startTimeUnixNano: 1760000000000001000n,
                endTimeUnixNano: 1760000000500000000n,
                attributes: Object.entries(values).map(([key, value]) => ({ key, value })),
                links: [{ traceId: bytes(link.traceId), spanId: bytes(link.spanId) }, {}],
                events: [{ name: "exception", timeUnixNano: 1760000000100000000n }],
              },
            ],
          },
        ],
      },
    ],
  };
  const schema = ExportTraceServiceRequestSchema;
  const encoded = toBinary(schema, create(schema, message as Parameters<typeof create<typeof schema>>[1]));
  expect(spansOfJson(json)).toEqual(spansOfProtobuf(encoded));
  expect(spansOfJson(json)).toMatchObject([{ isFailed: true, statusMessage: "failed", links: [link] }]);
});

test("snake_case fields, and codes as numbers or names, are read; unknown fields are ignored", () => {
  const span = {
    trace_id: traceId.toUpperCase(),
    span_id: spanId,
    parent_span_id: null,
    start_time_unix_nano: 1_760_000_000_000_000_000,
    status: { code: "STATUS_CODE_ERROR" },
    flags: 1,
    events: null,
  };
  const body = { resource_spans: [{ resource: null, scope_spans: [{ spans: [span], schemaUrl: "" }] }], more: {} };
  expect(spansOfJson(body)).toMatchObject([
    { traceId, spanId, parentSpanId: null, startTime: 1_760_000_000_000, isFailed: true, scope: "" },
  ]);
});

test.each([
  [{ intValue: 5 }, 5],
  [{ int_value: "-5" }, -5],
  [{ doubleValue: "NaN" }, "NaN"],
  [{ doubleValue: "-Infinity" }, "-Infinity"],
  [{ doubleValue: "0.5" }, 0.5],
  [{ bytesValue: "-_8" }, "+/8="],
  [{ stringValue: null, boolValue: false }, false],
  [{ other: 1 }, null],
])("the value %j is read as %j", (value, read) => {
  expect(valueOf(value)).toEqual(read);
});

test.each([
  { intValue: "five" },
  { intValue: 0.5 },
  { doubleValue: "much" },
  { doubleValue: true },
  { boolValue: "true" },
  { arrayValue: [] },
  { kvlistValue: { values: [5] } },
  { string_value: 5 },
  "text",
])("the value %j is rejected", (value) => {
  expect(() => valueOf(value)).toThrow(TypeError);
});

test.each([
  "text",
  { resourceSpans: {} },
  { resourceSpans: [null] },
  inRequest({ traceId: 5 }),
  inRequest({ startTimeUnixNano: -1.5 }),
])("the body %j is rejected", (body) => {
  expect(() => spansOfJson(body)).toThrow(TypeError);
});

test("values nested too deeply are null", () => {
  let value: JsonValue = { stringValue: "a" };
  for (let depth = 0; depth < 100; depth += 1) value = { arrayValue: { values: [value] } };
  expect(JSON.stringify(valueOf(value))).toBe(`${"[".repeat(65)}null${"]".repeat(65)}`);
});

test("log records need a span or an event, and data points are counted by kind", () => {
  const logRecords = [
    { traceId, spanId, eventName: "a", observedTimeUnixNano: "7" },
    { attributes: [{ key: "event.name", value: { stringValue: "b" } }], time_unix_nano: "8" },
    { event_name: "c" },
    { traceId },
  ];
  expect(logsOfJson({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })).toMatchObject([
    { traceId, spanId, event: "a", time: 7n },
    { traceId: "", event: "b", time: 8n },
    { traceId: "", event: "c", attributes: new Map([["event.name", "c"]]) },
    null,
  ]);
  const metrics = [{ sum: { dataPoints: [{}, {}] } }, { exponential_histogram: { data_points: [{}] } }, { gauge: {} }];
  expect(countJsonDataPoints({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })).toBe(3);
});
