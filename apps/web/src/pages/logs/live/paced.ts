/** Throttles work that is requested more often than necessary. */
export interface Paced {
  readonly ask: () => void;
  readonly stop: () => void;
}

/**
 * Runs the work immediately, but only after the previous run and `minIntervalMs` since its start. Requests in between
 * are joined to one run, so the last request is never dropped.
 */
export function paced(work: () => Promise<unknown>, minIntervalMs: number): Paced {
  let isBusy = false;
  let isAsked = false;
  let isStopped = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    isAsked = false;
    const pause = new Promise((resolve) => setTimeout(resolve, minIntervalMs));
    await Promise.allSettled([work(), pause]);
    isBusy = false;
    if (isAsked && !isStopped) void run();
  };
  return {
    ask: () => {
      if (isBusy) isAsked = true;
      else if (!isStopped) void run();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
