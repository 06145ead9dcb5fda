/**
 * Timers and a monotonic clock. They are captured when the package is loaded, so that fake timers in the application's
 * tests do not stop background work.
 */
export const startTimer: typeof setTimeout = globalThis.setTimeout;
export const stopTimer: typeof clearTimeout = globalThis.clearTimeout;
const { performance } = globalThis;
// oxlint-disable-next-line typescript/unbound-method -- called with its owner below
const readClock = performance.now;

export function monotonicNow(): number {
  return readClock.call(performance);
}
