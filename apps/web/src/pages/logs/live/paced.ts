/** Throttles work that is requested more often than necessary. */
export interface Paced {
  readonly ask: () => void;
  readonly stop: () => void;
}

/**
 * Does the work at once when it is asked for, but not before the last one is done and `minIntervalMs` have passed since it began.
 * What is asked for in between is done then, so that the last question is never left unanswered.
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
