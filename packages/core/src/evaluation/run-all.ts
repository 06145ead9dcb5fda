export interface RunAllOptions {
  readonly concurrency: number;
  /** Stops all jobs when it aborts. `runAll` then rejects with the reason of the signal. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a job for each item, in order. After the first error, no further jobs start, the signals of the running jobs
 * abort, and the promise rejects with that error.
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
