import { setTimeout as pause } from "node:timers/promises";
import { HttpError } from "@threadline/core";

const concurrency = 24;
const maxTries = 20;

/**
 * Runs the work for several items at the same time. The service can then store several items in one transaction. If the
 * service rejects the work for an item because it is too busy, that work is retried.
 */
export async function inParallel<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await untilAccepted(work, next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function untilAccepted<Item>(work: (item: Item) => Promise<void>, item: Item): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(item);
    } catch (error) {
      if (!(error instanceof HttpError) || error.retryAfterMs === undefined || tries === maxTries) throw error;
      await pause(error.retryAfterMs);
    }
  }
}
