import { create, toBinary, toJson } from "@bufbuild/protobuf";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { checkJsonSize } from "../../http/check-json-size.ts";
import type { JsonValue } from "../../json/json-value.ts";
import { parseJson } from "../../json/parse-json.ts";
import { badInput } from "../../records/errors.ts";
import type { LogRecord, Span } from "../span.ts";
import { checkWireSize } from "./check-wire-size.ts";
import type { Signal } from "./check-wire-size.ts";
import {
  ExportLogsServiceResponseSchema,
  ExportMetricsServiceResponseSchema,
  ExportTraceServiceResponseSchema,
} from "./generated/otlp_pb.ts";
import { countJsonDataPoints, logsOfJson, spansOfJson } from "./json-request.ts";
import { countProtobufDataPoints, logsOfProtobuf, spansOfProtobuf } from "./protobuf-request.ts";
import type { Rejection } from "./wire-values.ts";

export type Encoding = "json" | "protobuf";

export interface WireLimits {
  readonly maxJsonDepth: number;
  readonly maxJsonNodes: number;
}

export interface ReadTraces {
  readonly spans: readonly Span[];
  readonly rejected: readonly Rejection[];
}

export interface ReadLogs {
  readonly records: readonly LogRecord[];
  /** Number of records with neither a span nor an event. They are not stored. */
  readonly ignored: number;
}

/** Reads the spans of an `ExportTraceServiceRequest`. Throws `BAD_USER_INPUT` for an invalid body. */
export function readTraces(bytes: Buffer, encoding: Encoding, limits: WireLimits): ReadTraces {
  const spans: Span[] = [];
  const rejected: Rejection[] = [];
  const read = decode({ bytes, signal: "traces", encoding, limits }, spansOfJson, spansOfProtobuf);
  for (const span of read) {
    if ("reason" in span) rejected.push(span);
    else spans.push(span);
  }
  return { spans, rejected };
}

/** Reads the log records of an `ExportLogsServiceRequest` that belong to spans or are events. */
export function readLogs(bytes: Buffer, encoding: Encoding, limits: WireLimits): ReadLogs {
  const read = decode({ bytes, signal: "logs", encoding, limits }, logsOfJson, logsOfProtobuf);
  const records = read.filter((record) => record !== null);
  return { records, ignored: read.length - records.length };
}

export function countDataPoints(bytes: Buffer, encoding: Encoding, limits: WireLimits): number {
  return decode({ bytes, signal: "metrics", encoding, limits }, countJsonDataPoints, countProtobufDataPoints);
}

export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

/** Encodes the response to an accepted request. If `partial` is null, everything was stored. */
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

function decode<Result>(
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
  ofJson: (body: JsonValue) => Result,
  ofProtobuf: (bytes: Uint8Array) => Result,
): Result {
  if (encoding === "json") checkJsonSize(bytes, limits);
  else checkWireSize(bytes, signal, limits);
  try {
    return encoding === "json" ? ofJson(parseJson(new TextDecoder().decode(bytes))) : ofProtobuf(bytes);
  } catch {
    throw badInput("body", encoding === "json" ? "is not valid OTLP JSON" : "is not valid OTLP protobuf");
  }
}
