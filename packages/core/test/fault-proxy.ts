import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { closedPort } from "./closed-port.ts";

/**
 * Fault of the proxy. `lost` breaks the connection after the service has stored the records, but before the response.
 */
export type Fault =
  | "none"
  | "refused"
  | "reset"
  | "hang"
  | "400"
  | "413"
  | "422"
  | "429"
  | "500"
  | "503"
  | "html"
  | "graphql"
  | "lost";

export interface FaultProxy {
  url: string;
  /** Arrival times of the requests during the fault, in milliseconds. */
  faultyRequests: number[];
  setFault: (fault: Fault) => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a proxy between client and service, whose faults can be set. */
export async function startFaultProxy(target: (request: Request) => Promise<Response>): Promise<FaultProxy> {
  let fault: Fault = "none";
  const faultyRequests: number[] = [];

  const forward = async (incoming: IncomingMessage, url: string): Promise<Response> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return target(new Request(url, { method: incoming.method ?? "POST", headers, body: Buffer.concat(chunks) }));
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const now = fault;
    if (now !== "none") faultyRequests.push(performance.now());
    if (now === "hang") return;
    if (now === "reset") {
      incoming.socket.destroy();
      return;
    }
    if (now === "none" || now === "lost") {
      const response = await forward(incoming, `http://threadline.test${incoming.url}`);
      const body = await response.text();
      if (now === "lost") incoming.socket.destroy();
      else outgoing.writeHead(response.status, { "content-type": "application/json" }).end(body);
      return;
    }
    await text(incoming);
    const errors = [{ message: "no", extensions: { code: "BAD_USER_INPUT" } }];
    if (now === "graphql") outgoing.writeHead(200).end(JSON.stringify({ errors }));
    else if (now === "400" || now === "422") outgoing.writeHead(Number(now)).end(JSON.stringify({ errors }));
    else if (now === "html") outgoing.writeHead(200, { "content-type": "text/html" }).end("<html>Log in first</html>");
    else outgoing.writeHead(Number(now), now === "429" ? { "retry-after": "1" } : {}).end("{}");
  };

  let server: Server | undefined;
  // No other program gets this port while the proxy is closed, so connections are refused.
  const port = await closedPort();
  const open = async (): Promise<void> => {
    server = createServer((incoming, outgoing) => {
      handle(incoming, outgoing).catch(() => outgoing.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
  };
  const close = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    closing?.closeAllConnections();
    await new Promise<unknown>((resolve) => (closing ? closing.close(resolve) : resolve(undefined)));
  };
  await open();
  return {
    url: `http://127.0.0.1:${port}`,
    faultyRequests,
    async setFault(next) {
      fault = next;
      if (next === "refused") await close();
      else if (server === undefined) await open();
    },
    close,
  };
}
