import { onTestFinished } from "vitest";
import { receiveRequests } from "../../../packages/server/test/receive-requests.ts";

interface Notification {
  readonly type?: string;
  readonly title?: string;
}

export interface Receiver {
  readonly url: string;
  readonly bodies: readonly Notification[];
}

export async function startReceiver(): Promise<Receiver> {
  const bodies: Notification[] = [];
  const { origin, close } = await receiveRequests(({ body }, response) => {
    bodies.push(JSON.parse(body) as Notification);
    response.end("thanks");
  });
  onTestFinished(close);
  return { url: `${origin}/hook`, bodies };
}
