import { create, fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { gunzipSync } from "node:zlib";
import {
  ExportLogsServiceRequestSchema,
  ExportTraceServiceRequestSchema,
  ResourceLogsSchema,
  ResourceSpansSchema,
  ScopeLogsSchema,
  ScopeSpansSchema,
} from "../../src/otlp/wire/generated/otlp_pb.ts";
import type { RecordedRequest } from "./recordings.ts";

/** Distributes the spans or log records of a request over several requests. */
export function splitRequest(request: RecordedRequest, count: number): RecordedRequest[] {
  const isGzip = request.headers["content-encoding"] === "gzip";
  const body = isGzip ? gunzipSync(request.body) : request.body;
  const isJson = request.headers["content-type"]?.includes("json") === true;
  const bodies = request.signal === "traces" ? splitSpans(body, isJson, count) : splitLogs(body, count);
  return bodies.map((bytes) => ({
    signal: request.signal,
    headers: { "content-type": "application/x-protobuf" },
    body: Buffer.from(bytes),
  }));
}

function splitSpans(body: Buffer, isJson: boolean, count: number): Uint8Array[] {
  const schema = ExportTraceServiceRequestSchema;
  const { resourceSpans } = isJson
    ? fromJson(schema, JSON.parse(withBase64(body.toString())), { ignoreUnknownFields: true })
    : fromBinary(schema, body);
  const all = resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => ({ resource, scope, span }))),
  );
  return deal(all, count).map((part) =>
    toBinary(
      schema,
      create(schema, {
        resourceSpans: part.map(({ resource, scope, span }) =>
          create(ResourceSpansSchema, {
            ...(resource && { resource }),
            scopeSpans: [create(ScopeSpansSchema, { ...(scope && { scope }), spans: [span] })],
          }),
        ),
      }),
    ),
  );
}

function splitLogs(body: Buffer, count: number): Uint8Array[] {
  const schema = ExportLogsServiceRequestSchema;
  const all = fromBinary(schema, body).resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ scope, logRecords }) => logRecords.map((record) => ({ resource, scope, record }))),
  );
  return deal(all, count).map((part) =>
    toBinary(
      schema,
      create(schema, {
        resourceLogs: part.map(({ resource, scope, record }) =>
          create(ResourceLogsSchema, {
            ...(resource && { resource }),
            scopeLogs: [create(ScopeLogsSchema, { ...(scope && { scope }), logRecords: [record] })],
          }),
        ),
      }),
    ),
  );
}

/** Deals items to `count` parts in turn, which separates parents from children. */
function deal<Item>(items: readonly Item[], count: number): Item[][] {
  const parts = Array.from({ length: count }, (_part, index) => items.filter((_item, at) => at % count === index));
  return parts.filter((part) => part.length > 0);
}

function withBase64(text: string): string {
  return text.replaceAll(
    /"(traceId|spanId|parentSpanId)":"([0-9a-f]*)"/gu,
    (_all, key: string, hex: string) => `"${key}":"${Buffer.from(hex, "hex").toString("base64")}"`,
  );
}
