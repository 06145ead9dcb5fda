import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface Notification {
  readonly type?: string;
  readonly title?: string;
}

export interface Receiver {
  readonly url: string;
  readonly bodies: readonly Notification[];
}

/** Starts a receiver of webhooks on loopback. Returns its URL, and the bodies of its requests. */
export async function startReceiver(): Promise<Receiver> {
  const bodies: Notification[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as Notification);
    response.end("thanks");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, bodies };
}
