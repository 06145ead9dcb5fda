import { currentTime, startingTime } from "../current-time.ts";

/** Start or end of a call. */
export interface CallTime {
  /** ISO 8601. Stored as the start or end time of the step. */
  readonly time: string;
  /** From `performance.now()`. Used for durations. */
  readonly at: number;
}

/**
 * Returns the current time as the start of a call. Call it when the call starts, even if the call is recorded later,
 * because steps are listed in the order of their start times.
 */
export function startNow(): CallTime {
  return { time: startingTime(), at: performance.now() };
}

export function endNow(): CallTime {
  return { time: currentTime(), at: performance.now() };
}
