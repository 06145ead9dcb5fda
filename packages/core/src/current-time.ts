let time = -1;
let text = "";
/** Number of starts in the current millisecond. */
let starts = 0;

/** The current time as ISO 8601, cached per millisecond, since formatting costs more than the lookup. */
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
 * Returns the current time as start of a step. Each further start in the same millisecond is one microsecond later, for ordering.
 * Services without microseconds ignore them.
 */
export function startingTime(): string {
  const now = currentTime();
  const micros = Math.min(starts, 999);
  starts += 1;
  return micros === 0 ? now : `${now.slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}
