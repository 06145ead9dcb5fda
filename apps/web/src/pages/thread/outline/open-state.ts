/** State of a step that has started but not ended. */
export type OpenState = "running" | "notEnded";

/**
 * Maximum time without new data from a thread, in milliseconds. After that, a step without an end is shown as not ended
 * instead of running, because its process has probably stopped.
 */
export const maxSilenceMs = 10 * 60_000;

/**
 * Returns the state of a step without an end. `lastSeen` is the time of the latest known activity,
 * in epoch milliseconds.
 */
export function openStateOf(lastSeen: number, now: number = Date.now()): OpenState {
  return now - lastSeen > maxSilenceMs ? "notEnded" : "running";
}
