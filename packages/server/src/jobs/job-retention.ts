import { BackgroundWork } from "../store/background-work.ts";
import type { JobStore } from "../store/jobs.ts";

/**
 * Delays before the next deletion, in milliseconds.
 * `firstAfter`: after the startup. `restTime`: after a deletion that left expired jobs. `lookEvery`: after all expired
 * jobs were deleted. `retryTime`: after an error.
 */
const firstAfter = 60_000;
const restTime = 100;
const lookEvery = 3_600_000;
const retryTime = 600_000;
const sliceSize = 1_000;
const dayMs = 86_400_000;
/** Retention of completed and of failed jobs, in days. Members can read and repeat failed jobs. */
const doneDays = 1;
const failedDays = 30;

/** Deletes completed and failed jobs after their retention, in the background. */
export function createJobRetention(options: {
  readonly jobs: JobStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}): BackgroundWork {
  const { jobs, now, onError } = options;
  const work = async (): Promise<number> => {
    const before = { done: now() - doneDays * dayMs, failed: now() - failedDays * dayMs };
    return (await jobs.deleteEnded(before, sliceSize)) === sliceSize ? restTime : lookEvery;
  };
  const background = new BackgroundWork({ name: "jobs", work, retryTime, onError });
  background.wake(firstAfter);
  return background;
}
