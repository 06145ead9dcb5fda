/** Runs requested work at a limited rate. */
export interface Paced {
  readonly ask: () => void;
  readonly stop: () => void;
}

/**
 * Runs `work` when `ask` is called. Runs never overlap, and start at least `minIntervalMs` apart. If `ask` is called
 * before the next run may start, `work` runs once as soon as it may start.
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
