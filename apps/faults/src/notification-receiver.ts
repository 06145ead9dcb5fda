import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Maximum time until a response, in milliseconds, so that kills interrupt requests. */
const maxResponseMs = 300;

/** Receiver of webhooks of alerts. */
export interface NotificationReceiver {
  readonly url: string;
  /** States of the notifications of an alert, by their ids. */
  statesOf(alertId: string): string[];
  /** Number of requests whose id was received before. */
  repeated(): number;
  close(): void;
}

interface Notification {
  readonly alertId: string;
  readonly state: string;
}

export async function startReceiver(): Promise<NotificationReceiver> {
  const received = new Map<string, Notification>();
  let requests = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly data: Notification };
      requests += 1;
      received.set(String(request.headers["webhook-id"]), data);
      await pause(Math.random() * maxResponseMs);
      response.end();
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    statesOf: (alertId) => [...received.values()].filter((each) => each.alertId === alertId).map(({ state }) => state),
    repeated: () => requests - received.size,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
