let time = -1;
let text = "";
/** Number of steps that started in the current millisecond. */
let starts = 0;

/**
 * Returns the current time as ISO 8601. The text is cached per millisecond, because formatting takes longer than
 * reading the clock.
 */
export function currentTime(): string {
  const now = Date.now();
  if (now !== time) {
    time = now;
    text = new Date(now).toISOString();
    starts = 0;
  }
  return text;
}

/**
 * Returns the current time as the start time of a step. If several steps start in the same millisecond, each gets one
 * microsecond more than the previous step, so that their order is kept. Services that store only milliseconds ignore
 * the microseconds.
 */
export function startingTime(): string {
  const now = currentTime();
  const micros = Math.min(starts, 999);
  starts += 1;
  return micros === 0 ? now : `${now.slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}
