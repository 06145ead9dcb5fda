import { Client, credentials, Metadata, type ServiceError, status as codes } from "@grpc/grpc-js";
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-grpc";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultLimits } from "../../src/config/limits.ts";
import { listenGrpc } from "../../src/otlp/listen-grpc.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import {
  ExportLogsServiceRequestSchema,
  ExportLogsServiceResponseSchema,
  ExportMetricsServiceRequestSchema,
  ExportMetricsServiceResponseSchema,
  ExportTraceServiceRequestSchema,
  ExportTraceServiceResponseSchema,
  RetryInfoSchema,
  RpcStatusSchema,
} from "../../src/otlp/wire/generated/otlp_pb.ts";
import { noteSecret } from "../canaries/secret-watch.ts";
import { apiKey, startTestServer } from "../test-server.ts";
import { readRecords } from "./read-records.ts";

interface CallOptions {
  readonly service?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly channel?: object;
}

const traceService = "opentelemetry.proto.collector.trace.v1.TraceService";
const gzip = { "grpc.default_compression_algorithm": 2 };

/** Starts a service that listens for gRPC on loopback. */
async function start(options: ServerOptions = {}) {
  const { server, graphql } = startTestServer(options);
  const maxBodyBytes = options.limits?.maxBodyBytes ?? defaultLimits.maxBodyBytes;
  const listener = await listenGrpc(server, { host: "127.0.0.1", port: 0, maxBodyBytes });
  onTestFinished(() => listener.close());
  const address = `127.0.0.1:${listener.port}`;

  /** Calls a method. Resolves to the bytes of the response, or to the error. */
  function call(
    bytes: Uint8Array,
    { service = traceService, metadata = { "x-api-key": apiKey }, channel = {} }: CallOptions = {},
  ): Promise<Buffer | ServiceError> {
    const client = new Client(address, credentials.createInsecure(), channel);
    const asIs = (value: Buffer): Buffer => value;
    const given = new Metadata();
    for (const [name, value] of Object.entries(metadata)) given.set(name, value);
    return new Promise<Buffer | ServiceError>((resolve) => {
      client.makeUnaryRequest(`/${service}/Export`, asIs, asIs, Buffer.from(bytes), given, (error, answer) => {
        client.close();
        resolve(error ?? answer ?? Buffer.alloc(0));
      });
    });
  }
  return { server, graphql, listener, address, call, read: () => readRecords(server, apiKey) };
}

function failed(answer: Buffer | ServiceError): ServiceError {
  if (Buffer.isBuffer(answer)) throw new Error("The call succeeded.");
  return answer;
}

function succeeded(answer: Buffer | ServiceError): Buffer {
  if (!Buffer.isBuffer(answer)) throw answer;
  return answer;
}

const traceId = Buffer.from("0af7651916cd43dd8448eb211c80319c", "hex");
const spanId = Buffer.from("b7ad6b7169203331", "hex");

function traceBytes(...names: readonly string[]): Uint8Array {
  const spans = names.map((name, index) => ({ traceId, spanId: Buffer.from([...spanId.subarray(0, 7), index]), name }));
  const request = create(ExportTraceServiceRequestSchema, { resourceSpans: [{ scopeSpans: [{ spans }] }] });
  return toBinary(ExportTraceServiceRequestSchema, request);
}

/** Returns the retry delay of the response in seconds; null if there is none. */
function retryAfter({ metadata }: ServiceError): number | null {
  const [value] = metadata.get("grpc-status-details-bin");
  if (value === undefined) return null;
  const { details } = fromBinary(RpcStatusSchema, Buffer.from(value));
  const [detail] = details;
  expect(detail?.typeUrl).toBe("type.googleapis.com/google.rpc.RetryInfo");
  return Number(fromBinary(RetryInfoSchema, detail?.value ?? new Uint8Array()).retryDelay?.seconds);
}

describe("the exporter of OpenTelemetry", () => {
  test.each([["none"], ["gzip"]] as const)("stores its spans, compressed by %s", async (compression) => {
    const { address, read } = await start();
    const metadata = new Metadata();
    metadata.set("x-api-key", apiKey);
    const exporter = new OTLPTraceExporter({
      url: `http://${address}`,
      metadata,
      compression: compression as never, // the type is an enum that no package exports
    });
    const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
    const tracer = provider.getTracer("test");
    const root = tracer.startSpan("answer", { attributes: { "session.id": "s-1" } });
    const within = trace.setSpan(context.active(), root);
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-4o-mini",
      "gen_ai.usage.input_tokens": 12,
    };
    const call = tracer.startSpan("chat gpt-4o-mini", { attributes }, within);
    call.setStatus({ code: SpanStatusCode.ERROR, message: "Too many requests" }).end();
    root.end();
    await provider.forceFlush();
    const { steps } = await read();
    expect(steps.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toMatchObject([
      {
        type: "llm",
        threadId: "s-1",
        error: "Too many requests",
        generation: { model: "gpt-4o-mini", inputTokenCount: 12 },
      },
      { type: "run", name: "answer", threadId: "s-1", error: null },
    ]);
    await provider.shutdown();
  });
});

describe("a call", () => {
  test.each([
    ["x-api-key", { "x-api-key": apiKey }],
    ["a bearer token", { authorization: `Bearer ${apiKey}` }],
    ["the password of basic authorization", { authorization: `Basic ${btoa(`anyone:${apiKey}`)}` }],
  ])("carries its key as %s in the metadata", async (_how, metadata) => {
    const { call, read } = await start();
    const answer = succeeded(await call(traceBytes("a"), { metadata, channel: gzip }));
    expect(answer).toHaveLength(0);
    expect((await read()).steps).toMatchObject([{ name: "a" }]);
  });

  test("takes the environment from the metadata", async () => {
    const { call, graphql } = await start();
    succeeded(await call(traceBytes("a"), { metadata: { "x-api-key": apiKey, "x-env": "staging" } }));
    const { data } = await graphql("{ steps { edges { node { environment } } } }");
    expect(data).toEqual({ steps: { edges: [{ node: { environment: "staging" } }] } });
  });

  test.each([
    ["without a key", {}, /^Missing API key: send .*"x-api-key"/],
    ["with a malformed header", { authorization: apiKey }, /^Malformed header "authorization": must be "Bearer <key>"/],
    ["with an unknown key", { "x-api-key": "tl_other" }, /^Invalid API key: the key in the header "x-api-key"/],
  ])("%s is UNAUTHENTICATED, with the reason", async (_how, metadata: Record<string, string>, details) => {
    const { call, read } = await start();
    const error = failed(await call(traceBytes("a"), { metadata }));
    expect(error).toMatchObject({ code: codes.UNAUTHENTICATED, details: expect.stringMatching(details) });
    expect(retryAfter(error)).toBeNull();
    expect((await read()).steps).toEqual([]);
  });

  test("of a key without the scope to ingest is PERMISSION_DENIED", async () => {
    const { call, server } = await start({ noLogin: true });
    const created = await server.fetch(
      "http://localhost/api/graphql",
      {
        method: "POST",
        headers: { origin: "http://localhost", "content-type": "application/json" },
        body: JSON.stringify({ query: `mutation { createApiKey(name: "r", scopes: [read]) { secret } }` }),
      },
      { address: "127.0.0.1" },
    );
    const { data } = (await created.json()) as {
      readonly data: { readonly createApiKey: { readonly secret: string } };
    };
    const { secret } = data.createApiKey;
    noteSecret(secret);
    const error = failed(await call(traceBytes("a"), { metadata: { "x-api-key": secret } }));
    expect(error.code).toBe(codes.PERMISSION_DENIED);
  });

  test("with a broken body is INVALID_ARGUMENT", async () => {
    const { call } = await start();
    const error = failed(await call(new Uint8Array([10, 200])));
    expect(error).toMatchObject({ code: codes.INVALID_ARGUMENT, details: "body: is not valid OTLP protobuf" });
  });

  test.each([
    ["as sent", {}],
    ["decompressed", gzip],
  ])("that is too large %s is RESOURCE_EXHAUSTED, and must not be retried", async (_when, channel) => {
    const { call } = await start({ limits: { maxBodyBytes: 10_000 } });
    const error = failed(await call(traceBytes("a".repeat(20_000)), { channel }));
    expect(error.code).toBe(codes.RESOURCE_EXHAUSTED);
    expect(retryAfter(error)).toBeNull();
  });

  test("beyond the quota is RESOURCE_EXHAUSTED, with a retry time", async () => {
    const { call } = await start({ limits: { maxStepsPerDay: 1 } });
    succeeded(await call(traceBytes("a")));
    const error = failed(await call(traceBytes("a", "b")));
    expect([error.code, retryAfter(error)]).toEqual([codes.RESOURCE_EXHAUSTED, 60]);
  });

  test("beyond the rate limit of its IP address is RESOURCE_EXHAUSTED, with a retry time", async () => {
    const { call } = await start({ limits: { maxRequestsPerAddress: 1 } });
    succeeded(await call(traceBytes()));
    const error = failed(await call(traceBytes()));
    expect(error.code).toBe(codes.RESOURCE_EXHAUSTED);
    expect(retryAfter(error)).toBeGreaterThan(0);
  });

  test("while the service shuts down is UNAVAILABLE", async () => {
    const { call, server } = await start();
    await server.close();
    const error = failed(await call(traceBytes("a")));
    expect(error).toMatchObject({ code: codes.UNAVAILABLE, details: "The service is shutting down" });
  });

  test("gets a response that names the rejected records", async () => {
    const { call } = await start();
    const spans = [{ name: "no ids" }, { traceId, spanId, name: "good" }];
    const schema = ExportTraceServiceRequestSchema;
    const bytes = toBinary(schema, create(schema, { resourceSpans: [{ scopeSpans: [{ spans }] }] }));
    const { partialSuccess } = fromBinary(ExportTraceServiceResponseSchema, succeeded(await call(bytes)));
    expect(partialSuccess).toMatchObject({
      rejectedSpans: 1n,
      errorMessage: expect.stringContaining("trace_id: must be 16 bytes") as string,
    });
  });

  test("of an unknown method is UNIMPLEMENTED", async () => {
    const { call } = await start();
    const error = failed(await call(new Uint8Array(), { service: "opentelemetry.proto.collector.profiles.v1.Other" }));
    expect(error.code).toBe(codes.UNIMPLEMENTED);
  });
});

test("logs and metrics have separate services", async () => {
  const { call } = await start();
  const logs = ExportLogsServiceRequestSchema;
  const logRecords = [{ traceId, spanId, eventName: "other" }];
  const logAnswer = succeeded(
    await call(toBinary(logs, create(logs, { resourceLogs: [{ scopeLogs: [{ logRecords }] }] })), {
      service: "opentelemetry.proto.collector.logs.v1.LogsService",
    }),
  );
  expect(fromBinary(ExportLogsServiceResponseSchema, logAnswer).partialSuccess?.rejectedLogRecords).toBe(1n);
  const metrics = ExportMetricsServiceRequestSchema;
  const resourceMetrics = [{ scopeMetrics: [{ metrics: [{ sum: { dataPoints: [{}, {}] } }] }] }];
  const metricAnswer = succeeded(
    await call(toBinary(metrics, create(metrics, { resourceMetrics })), {
      service: "opentelemetry.proto.collector.metrics.v1.MetricsService",
    }),
  );
  expect(fromBinary(ExportMetricsServiceResponseSchema, metricAnswer).partialSuccess?.rejectedDataPoints).toBe(2n);
});

test("closing finishes the calls that were accepted", async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const arrived = Promise.withResolvers<void>();
  const { server } = startTestServer();
  const holding = {
    async fetch(...given: Parameters<typeof server.fetch>) {
      arrived.resolve();
      await held;
      return server.fetch(...given);
    },
  };
  const listener = await listenGrpc(holding, { host: "127.0.0.1", port: 0, maxBodyBytes: defaultLimits.maxBodyBytes });
  const client = new Client(`127.0.0.1:${listener.port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  const metadata = new Metadata();
  metadata.set("x-api-key", apiKey);
  const asIs = (value: Buffer): Buffer => value;
  const answered = new Promise<ServiceError | null>((resolve) => {
    const bytes = Buffer.from(traceBytes("a"));
    client.makeUnaryRequest(`/${traceService}/Export`, asIs, asIs, bytes, metadata, (error) => resolve(error));
  });
  await arrived.promise;
  const closed = listener.close();
  release?.();
  expect(await answered).toBeNull();
  await closed;
  expect((await readRecords(server, apiKey)).steps).toMatchObject([{ name: "a" }]);
});
