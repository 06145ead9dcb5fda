import { isIPv6 } from "node:net";
import { Metadata, Server, ServerCredentials, status as codes } from "@grpc/grpc-js";
import type { sendUnaryData, ServerReadableStream, ServiceDefinition, StatusObject } from "@grpc/grpc-js";
import type { Connection } from "../http/connection.ts";
import type { Signal } from "./wire/check-wire-size.ts";

const services: Readonly<Record<Signal, string>> = {
  traces: "opentelemetry.proto.collector.trace.v1.TraceService",
  logs: "opentelemetry.proto.collector.logs.v1.LogsService",
  metrics: "opentelemetry.proto.collector.metrics.v1.MetricsService",
};

const passedMetadata = ["authorization", "traceparent", "x-api-key", "x-env", "x-forwarded-for", "x-request-id"];

/** Maximum time to wait for the next message of a call, in milliseconds. If no message arrives, the call is ended. */
const maxIdleMs = 120_000;

export interface GrpcOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Maximum size of a message before and after decompression, in bytes. */
  readonly maxBodyBytes: number;
  /** Maximum time `close` waits for accepted calls, in milliseconds. Default 10,000. */
  readonly closeTimeout?: number | undefined;
}

export interface GrpcListener {
  readonly port: number;
  /** Rejects new calls, finishes accepted ones, and resolves when all connections are closed. */
  close(): Promise<void>;
}

interface Fetcher {
  fetch(request: Request, init?: undefined, connection?: Connection): Promise<Response>;
}

/**
 * Listens for OTLP over gRPC, without TLS. Each call becomes a request to the HTTP route of its signal, so that both
 * protocols share keys, limits, quotas and responses. Importing this file loads the gRPC package.
 */
export async function listenGrpc(
  server: Fetcher,
  { host, port, maxBodyBytes, closeTimeout = 10_000 }: GrpcOptions,
): Promise<GrpcListener> {
  const grpc = new Server({
    "grpc.enable_channelz": 0,
    "grpc.max_receive_message_length": maxBodyBytes,
    "grpc.max_concurrent_streams": 100,
    "grpc.keepalive_time_ms": 60_000,
  });
  for (const signal of Object.keys(services) as Signal[]) {
    grpc.addService(exportOf(services[signal]), {
      Export: (call: ServerReadableStream<Buffer, Buffer>, respond: sendUnaryData<Buffer>) =>
        void answer(server, signal, call, respond),
    });
  }
  const bound = await new Promise<number>((resolve, reject) => {
    const address = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
    grpc.bindAsync(address, ServerCredentials.createInsecure(), (error, at) => (error ? reject(error) : resolve(at)));
  });
  let closed: Promise<void> | undefined;
  return {
    port: bound,
    close() {
      closed ??= new Promise((resolve) => {
        const timer = setTimeout(() => {
          grpc.forceShutdown();
          resolve();
        }, closeTimeout);
        grpc.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      });
      return closed;
    },
  };
}

/**
 * Describes the `Export` method of a gRPC service. The method takes one message, but is declared with a stream of
 * unparsed messages. Otherwise, the library would read and parse the message before the request is authenticated.
 */
function exportOf(service: string): ServiceDefinition {
  return {
    Export: {
      path: `/${service}/Export`,
      requestStream: true,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  };
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}

async function answer(
  server: Fetcher,
  signal: Signal,
  call: ServerReadableStream<Buffer, Buffer>,
  respond: sendUnaryData<Buffer>,
): Promise<void> {
  const canceled = new AbortController();
  call.once("cancelled", () => canceled.abort());
  // The request is aborted, because the client of a broken call no longer reads the response.
  call.on("error", () => canceled.abort());
  const headers = new Headers({ "content-type": "application/x-protobuf" });
  for (const name of passedMetadata) {
    const [value] = call.metadata.get(name);
    if (typeof value === "string") headers.set(name, value);
  }
  const init = { method: "POST", headers, body: bodyOf(call), duplex: "half", signal: canceled.signal } as const;
  try {
    const request = new Request(`http://localhost/v1/${signal}`, init);
    const peer = call.getPeer();
    const address = peer.slice(0, Math.max(0, peer.lastIndexOf(":"))) || peer;
    const response = await server.fetch(request, undefined, { address });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) respond(null, bytes);
    else respond(await toStatus(response, bytes));
  } catch {
    // The service could not start; the reason is in its log.
    respond({ code: codes.UNAVAILABLE, details: "The service is not ready" });
  }
}

/** Returns the messages of a call as a body. They are read on demand. */
function bodyOf(call: ServerReadableStream<Buffer, Buffer>): ReadableStream<Uint8Array> {
  const messages = call[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const timer = setTimeout(
          () => call.destroy(new Error(`The gRPC client sent no message for ${maxIdleMs} ms`)),
          maxIdleMs,
        );
        const { done, value } = await messages.next().finally(() => clearTimeout(timer));
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await messages.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * gRPC codes by HTTP status. The code in the body of the HTTP response is not used, because it may be different. For
 * example, the body contains `INVALID_ARGUMENT` for 413.
 */
const statusCodes: { readonly [status: number]: codes } = {
  400: codes.INVALID_ARGUMENT,
  401: codes.UNAUTHENTICATED,
  403: codes.PERMISSION_DENIED,
  413: codes.RESOURCE_EXHAUSTED,
  415: codes.INVALID_ARGUMENT,
  429: codes.RESOURCE_EXHAUSTED,
  503: codes.UNAVAILABLE,
};

/**
 * Returns the status of a rejected call with the retry delay. Without a delay, exporters do not retry after
 * `RESOURCE_EXHAUSTED`.
 */
async function toStatus(response: Response, body: Buffer): Promise<Partial<StatusObject>> {
  const { decodeStatusMessage, encodeRetryStatus } = await import("./wire/rpc-status.ts");
  const code = statusCodes[response.status] ?? codes.INTERNAL;
  const isProtobuf = response.headers.get("content-type") === "application/x-protobuf";
  // Replaces lone surrogates, because they cannot be encoded as UTF-8.
  const details = decodeStatusMessage(body, isProtobuf ? "protobuf" : "json").toWellFormed();
  const metadata = new Metadata();
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(retryAfter)) {
    metadata.set("grpc-status-details-bin", Buffer.from(encodeRetryStatus(code, details, retryAfter)));
  }
  return { code, details, metadata };
}
