import { recordClock, type RecordTimes } from "../../../ui/record-clock.ts";
import type { useInspectorText } from "./messages.ts";

/** Returns the arrival time of a record as text. If the client's timestamp differs much from it, adds a note. */
export function receivedText(t: ReturnType<typeof useInspectorText>, received: string, times: RecordTimes): string {
  const clock = recordClock(times);
  return clock === null ? received : `${received} (${t(clock === "ahead" ? "clockAhead" : "clockLate")})`;
}
