/**
 * Timers and the clock that is never set, as they were when the package was loaded: a test that replaces them for the host's sake
 * must not stop what runs in the background.
 */
export const startTimer: typeof setTimeout = globalThis.setTimeout;
export const stopTimer: typeof clearTimeout = globalThis.clearTimeout;
const { performance } = globalThis;
// oxlint-disable-next-line typescript/unbound-method -- called with its owner below
const readClock = performance.now;

/** Milliseconds of a clock that is never set. */
export function monotonicNow(): number {
  return readClock.call(performance);
}
