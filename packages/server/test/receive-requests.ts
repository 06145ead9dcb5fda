import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RequestReceiver {
  /** Origin, such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  readonly close: () => void;
}

/** Starts a server on loopback that calls `respond` once it has read a request. */
export async function receiveRequests(
  respond: (request: ReceivedRequest, response: ServerResponse) => void,
): Promise<RequestReceiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { url: path = "", headers } = request;
      respond({ path, headers, body: Buffer.concat(chunks).toString() }, response);
      // A client that is killed ends its request early.
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the signature that a webhook must have. Source: Standard Webhooks. */
export function signatureOf({ headers, body }: ReceivedRequest, signingSecret: string): string {
  const key = Buffer.from(signingSecret.slice("whsec_".length), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
