/** Runs requested work at a limited rate. */
export interface Paced {
  readonly ask: () => void;
  readonly stop: () => void;
}

/**
 * Returns a function that runs `work`, at most once at a time and once per `minIntervalMs`. Calls that come too early
 * are combined to one run at the end of the interval.
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
