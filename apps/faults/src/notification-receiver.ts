import { receiveRequests } from "../../../packages/server/test/receive-requests.ts";

/** Maximum response time, in milliseconds. Responses are delayed at random, so that kills interrupt requests. */
const maxResponseMs = 300;

export interface NotificationReceiver {
  readonly url: string;
  /**
   * States in the notifications about an alert, or about one of its groups, in order. A notification that is sent again
   * with the same id is included once.
   */
  statesOf(alertId: string, group: string | null): string[];
  /** Number of requests whose id was received before. */
  repeated(): number;
  readonly close: () => void;
}

interface Notification {
  readonly alertId: string;
  /** Absent if the alert has no groups. */
  readonly group?: string;
  readonly state: string;
}

export async function startReceiver(): Promise<NotificationReceiver> {
  const received = new Map<string, Notification>();
  let requests = 0;
  const { origin, close } = await receiveRequests(({ headers, body }, response) => {
    const { data } = JSON.parse(body) as { readonly data: Notification };
    requests += 1;
    received.set(String(headers["webhook-id"]), data);
    setTimeout(() => response.end(), Math.random() * maxResponseMs);
  });
  return {
    url: `${origin}/hook`,
    statesOf: (alertId, group) =>
      [...received.values()]
        .filter((each) => each.alertId === alertId && (each.group ?? null) === group)
        .map(({ state }) => state),
    repeated: () => requests - received.size,
    close,
  };
}
