import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import type { AddressInfo } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { isLoopbackHost } from "../access/loopback.ts";
import { processArrivals } from "../answers/arrivals.ts";
import { WorkTurns } from "../answers/work-turns.ts";
import type { Connection } from "./connection.ts";
import { errorResponse } from "./error-response.ts";

/** Time that idle connections stay open on shutdown, in milliseconds, because requests may be in transit. */
const idleGrace = 200;

/** Maximum time to read and discard the remaining bytes of a request that was answered early, in milliseconds. */
const discardTimeout = 30_000;

export interface ListenOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** 0 selects a free port. Default 4000. */
  readonly port?: number | undefined;
  /** Maximum time `close` waits for accepted requests, in milliseconds. Default 10,000. */
  readonly closeTimeout?: number | undefined;
  /**
   * Whether to replace the global `Request` and `Response` with cheaper classes. This saves a quarter of the time of a
   * small request. Use it only in processes that run nothing but the service. Default false.
   */
  readonly replaceGlobals?: boolean | undefined;
}

export interface Listener {
  /** URL on this machine, without a trailing slash, e.g. `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, ends subscriptions, and finishes accepted requests. Resolves when every socket is
   * closed.
   */
  close(): Promise<void>;
}

export interface Listenable {
  fetch(request: Request, init?: undefined, connection?: Connection): Response | Promise<Response>;
  endStreams?(): Promise<void>;
  /** Whether the service runs without login. It must then be bound to a loopback address. */
  readonly noLogin?: boolean | undefined;
}

/**
 * Maximum queued connections; Node's default is 511. If the queue is full, clients retry only after 1, 3, 7 and 15
 * seconds.
 */
const backlog = 4_096;

/**
 * Binds a fetch function to a port. Rejects with Node's error if the address is in use or not local, and with a
 * `TypeError` if a service without login would be reachable from other machines.
 */
export async function listen(
  server: Listenable,
  { host = "127.0.0.1", port = 4000, closeTimeout = 10_000, replaceGlobals = false }: ListenOptions = {},
): Promise<Listener> {
  if (server.noLogin && !isLoopbackHost(host)) {
    throw new TypeError(`host: must be 127.0.0.1, ::1 or localhost for a service without login, not ${host}`);
  }
  let closing = false;
  let graceIsOver = false;
  const answering = new Set<ServerResponse>();
  const handle = getRequestListener(
    (request, { incoming: { socket } }) =>
      server.fetch(request, undefined, { address: socket.remoteAddress, end: () => void socket.destroy() }),
    // The adapter's cleanup is disabled, because it closes the socket after 500 ms or 64 MB; see `discardRest`.
    { overrideGlobalObjects: replaceGlobals, errorHandler: answerFailure, autoCleanupIncoming: false },
  );
  const turns = new WorkTurns();
  const node = createServer(
    {
      // Idle connections stay open for long, because clients reuse them. If a client sends a request just when the
      // connection is closed, it reports an error without a reason.
      keepAliveTimeout: 120_000,
      headersTimeout: 10_000,
      // Maximum time to receive a request. It is long, because a slow upload of a gigabyte needs it. If no data arrive,
      // the `timeout` below closes the socket earlier.
      requestTimeout: 3_600_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
    (incoming, outgoing) => {
      if (closing) outgoing.setHeader("connection", "close");
      answering.add(outgoing);
      outgoing.prependOnceListener("finish", () => discardRest(incoming));
      outgoing.once("close", () => {
        answering.delete(outgoing);
        if (graceIsOver) node.closeIdleConnections();
      });
      // The adapter rejects requests without a host, but HTTP/1.0 requests, such as health checks of load balancers,
      // have none. They get a reserved host name, which no check of the host accepts.
      incoming.headers.host ??= "unknown.invalid";
      const turn = turns.enter(senderOf(incoming));
      if (turn) void turn.then(() => handle(incoming, outgoing));
      else void handle(incoming, outgoing);
    },
  );
  node.timeout = 120_000;
  node.on("connection", () => processArrivals.accepted());

  await new Promise<void>((resolve, reject) => {
    node.once("error", reject);
    node.listen({ port, host, backlog }, () => {
      node.off("error", reject);
      resolve();
    });
  });

  const address = node.address() as AddressInfo; // a TCP server that listens has an address
  let closed: Promise<void> | undefined;
  return {
    url: `http://${reachableName(host)}:${address.port}`,
    port: address.port,
    close() {
      closing = true;
      // The header asks the client to send no further request on this connection. Without the header, the client might
      // send its next request before it notices that the socket is closed.
      for (const outgoing of answering) if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
      void server.endStreams?.();
      closed ??= new Promise((resolve) => {
        const timer = setTimeout(() => node.closeAllConnections(), closeTimeout);
        const closeIdle = (): void => {
          graceIsOver = true;
          // Closes idle connections. Ignores the error of `node.close`: the listener is already closed, which is all
          // that the error reports.
          node.close(() => {});
        };
        // While the service was busy, a request may have arrived that is still unread. Its connection must not be
        // closed as idle. `setImmediate` delays `closeIdle` until the event loop has read the sockets, which it does
        // after the timers.
        const grace = setTimeout(() => setImmediate(closeIdle), idleGrace);
        // Unlike `node.close`, this leaves idle connections open.
        TcpServer.prototype.close.call(node, () => {
          clearTimeout(timer);
          clearTimeout(grace);
          resolve();
        });
      });
      return closed;
    },
  };
}

/**
 * Returns a string that distinguishes senders of requests before authentication. The requests of different senders
 * start in turns, so that many concurrent requests of one sender do not delay those of others.
 */
function senderOf({ headers, socket }: IncomingMessage): string {
  const credential = headers["x-api-key"] ?? headers.authorization ?? headers.cookie ?? "";
  return `${socket.remoteAddress} ${String(credential)}`;
}

/**
 * Reads and discards the rest of a request that was answered before it had arrived completely. Closing a socket with
 * unread data would reset the connection, and the client would lose the response. So the socket stays open until the
 * request has arrived.
 */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  let closes = false;
  // Node calls this function after a response with `connection: close`. Node's own function would destroy the socket
  // before the rest of the request was read.
  socket.destroySoon = () => {
    closes = true;
    socket.end();
  };
  const timer = setTimeout(() => socket.destroy(), discardTimeout);
  timer.unref();
  incoming.once("close", () => {
    clearTimeout(timer);
    Reflect.deleteProperty(socket, "destroySoon");
    if (closes) socket.destroy();
  });
  // The adapter may have created a stream of the request body. If nothing reads this stream, it pauses the request. So
  // its listeners are removed.
  incoming.removeAllListeners("data").resume();
}

function answerFailure(error: unknown): Response {
  return error instanceof RequestError
    ? errorResponse({ status: 400, code: "BAD_USER_INPUT", message: `request: ${error.message}` })
    : errorResponse({
        status: 500,
        code: "INTERNAL",
        message: "The service could not handle the request; see its log",
      });
}

function reachableName(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
