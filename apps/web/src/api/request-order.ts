/**
 * `high`: the request reads what the user has opened, such as the rows of a list. `low`: it reads what can follow, such
 * as the counts beside the list. It is sent when no request with a high priority is in flight.
 */
export type Priority = "high" | "low";

let highCount = 0;
let waiting: (() => void)[] = [];

/** Calls `send` when the priority allows it. */
export async function inOrder<Result>(priority: Priority | undefined, send: () => Promise<Result>): Promise<Result> {
  if (priority !== "high") {
    if (priority === "low" && highCount > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return send();
  }
  highCount += 1;
  try {
    return await send();
  } finally {
    highCount -= 1;
    if (highCount === 0) {
      const released = waiting;
      waiting = [];
      for (const release of released) release();
    }
  }
}
