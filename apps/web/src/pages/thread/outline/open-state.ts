/** State of a step that started and has not ended. */
export type OpenState = "running" | "notEnded";

/** Time without activity around a step after which its process has probably ended. */
const maxSilenceMs = 10 * 60_000;

/** State of a step without an end, by the latest activity around it. */
export function openStateOf(lastSeen: number, now: number = Date.now()): OpenState {
  return now - lastSeen > maxSilenceMs ? "notEnded" : "running";
}
