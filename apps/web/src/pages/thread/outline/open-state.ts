/** State of a step that started and has not ended. */
export type OpenState = "running" | "notEnded";

/** Time without any sign of a step or the steps around it after which its process is probably gone. */
const maxSilenceMs = 10 * 60_000;

/** The state of a step without an end, by the last time that something is known to have happened around it. */
export function openStateOf(lastSeen: number, now: number = Date.now()): OpenState {
  return now - lastSeen > maxSilenceMs ? "notEnded" : "running";
}
