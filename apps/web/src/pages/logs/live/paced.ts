/** Limits how often requested work runs. */
export interface Paced {
  readonly ask: () => void;
  readonly stop: () => void;
}

/**
 * Returns an object that runs the work on request. Runs do not overlap, and start at least `minIntervalMs` apart.
 * Requests in between are combined into one run, so the last request is never lost.
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
