export interface RunAllOptions {
  /** Maximum number of jobs at the same time. */
  readonly concurrency: number;
  /** Stops all jobs; the promise then rejects with its reason. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a job for each item, in order. The first error aborts the signal that the other jobs get, ends all of them and
 * rejects the promise.
 */
export async function runAll<Item>(
  items: readonly Item[],
  { concurrency, signal }: RunAllOptions,
  job: (item: Item, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const stop = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  const rest = items.values();
  const work = async (): Promise<void> => {
    for (const item of rest) {
      stop.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- a worker runs one job at a time
      await job(item, stop);
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, async () => {
    try {
      await work();
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(workers);
  signal?.throwIfAborted();
  if (outcomes.some(({ status }) => status === "rejected")) throw failure.signal.reason;
}
