/** State of a step that has started but not ended. */
export type OpenState = "running" | "notEnded";

/** Maximum time without activity around a step, in milliseconds. After that, its process has probably ended. */
export const maxSilenceMs = 10 * 60_000;

/**
 * Returns the state of a step without an end. `lastSeen` is the time of the latest known activity,
 * in epoch milliseconds.
 */
export function openStateOf(lastSeen: number, now: number = Date.now()): OpenState {
  return now - lastSeen > maxSilenceMs ? "notEnded" : "running";
}
