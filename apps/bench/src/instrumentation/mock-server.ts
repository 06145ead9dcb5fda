/**
 * Process with an HTTP server on loopback. With the argument `provider`, the server is a model provider. Otherwise, it
 * is an ingest endpoint that accepts and counts the data of every SDK. IPC messages:
 * - `{ port }`: sent to the parent when the server listens.
 * - `{ ask: "counts" }`: requests the counts. The response is `{ counts }`.
 * - `{ fault }`: starts to simulate a {@link Fault}, or stops if `fault` is null.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { answerChat } from "./mock-provider.ts";

export type Fault = "refused" | "reset" | "hang" | "429" | "500" | "503" | "lost acknowledgement";

export interface Counts {
  readonly requests: number;
  /**
   * Number of requests while a fault was simulated. Always 0 for the fault `refused`, because the server then gets no
   * request.
   */
  readonly requestsInOutage: number;
  /** Bytes read from sockets, including headers. */
  readonly wireBytes: number;
  /** Number of events in accepted requests. Includes requests whose response the SDK did not receive. */
  readonly stored: number;
  /** Number of events that arrived repeatedly, because the SDK sent their request again. */
  readonly sentAgain: number;
  /**
   * Number of records that the SDK sent again with a different id. A server recognizes a repeated record by its id, so
   * it stores these records twice. Null for SDKs whose ids this server cannot read.
   */
  readonly storedTwice: number | null;
}

const decoders: { readonly [encoding: string]: (bytes: Buffer) => Buffer } = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};
let fault: Fault | null = null;
let requests = 0;
let requestsInOutage = 0;
let closedBytes = 0;
const sockets = new Set<Socket>();
const arrivals = new Map<string, number>();
const recordIds = new Map<string, Set<string>>();

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding is set, so parts are buffers
  const bytes = Buffer.concat(parts);
  const decode = decoders[request.headers["content-encoding"] ?? ""];
  return (decode ? decode(bytes) : bytes).toString("utf8");
}

function takeIn(text: string): void {
  const marks = new Set(Array.from(text.matchAll(/mark-(\d+)-end/g), ([, mark = ""]) => mark));
  for (const mark of marks) arrivals.set(mark, (arrivals.get(mark) ?? 0) + 1);
  if (marks.size === 0 || !text.startsWith('{"query":"mutation deliver')) return;
  const { variables } = JSON.parse(text) as { variables: { steps: { id: string }[] } }; // a batch of @threadline/core
  for (const step of variables.steps) {
    for (const [, mark = ""] of JSON.stringify(step).matchAll(/mark-(\d+)-end/g)) {
      recordIds.set(mark, (recordIds.get(mark) ?? new Set()).add(step.id));
    }
  }
}

/** Returns the response body that an SDK expects from the endpoint at `path`. */
function answerFor(path: string, text: string, origin: string): unknown {
  if (path.endsWith("/api/graphql")) {
    const { variables } = JSON.parse(text) as { variables: { steps: object[]; threads?: object[] } }; // a batch of the SDK
    const { steps, threads = [] } = variables;
    const stored = { ok: true, message: null };
    return { data: { ingestThreads: threads.map(() => stored), ingestSteps: steps.map(() => stored) } };
  }
  if (path.endsWith("/info")) {
    const batch_ingest_config = { use_multipart_endpoint: true, size_limit: 100, size_limit_bytes: 20_971_520 };
    return { version: "0.13.0", batch_ingest_config, instance_flags: { zstd_compression_enabled: true } };
  }
  if (path.endsWith("/apikey/login")) {
    return {
      org_info: [{ id: "organisation", name: "bench", api_url: origin, proxy_url: origin, is_universal_api: true }],
    };
  }
  if (path.endsWith("/project/register")) return { project: { id: "project", name: "bench" }, org_id: "organisation" };
  return {};
}

async function ingest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(request);
  if (text.length > 0) requests += 1;
  if (fault) requestsInOutage += 1;
  if (fault === "reset") {
    request.socket.resetAndDestroy();
  } else if (fault === "429" || fault === "500" || fault === "503") {
    response.writeHead(Number(fault), { "content-type": "application/json" }).end('{"message":"not now"}');
  } else if (fault !== "hang") {
    takeIn(text);
    if (fault === "lost acknowledgement") request.socket.destroy();
    else {
      const origin = `http://${request.headers.host ?? ""}`;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answerFor((request.url ?? "").split("?")[0] ?? "", text, origin)));
    }
  }
}

function counts(): Counts {
  const open = Array.from(sockets).reduce((sum, socket) => sum + socket.bytesRead, 0);
  const again = Array.from(arrivals.values()).reduce((sum, times) => sum + times - 1, 0);
  const twice = Array.from(recordIds.values()).reduce((sum, ids) => sum + ids.size - 1, 0);
  return {
    requests,
    requestsInOutage,
    wireBytes: closedBytes + open,
    stored: arrivals.size,
    sentAgain: again,
    storedTwice: recordIds.size === 0 ? null : twice,
  };
}

const serve = process.argv[2] === "provider" ? answerChat : ingest;
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  serve(request, response).catch(() => response.destroy());
});
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.once("close", () => {
    sockets.delete(socket);
    closedBytes += socket.bytesRead;
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a TCP server has an address
  process.send?.({ port });
  process.on("message", (message: { ask?: "counts"; fault?: Fault | null }) => {
    if (message.ask) process.send?.({ counts: counts() });
    if (message.fault === undefined) return;
    if (fault === "refused") server.listen(port, "127.0.0.1");
    fault = message.fault;
    if (fault === "refused") server.close();
    // An SDK could still send requests on an open connection after `server.close()`, so all connections are closed.
    for (const socket of sockets) socket.destroy();
  });
});
process.on("disconnect", () => process.exit());
