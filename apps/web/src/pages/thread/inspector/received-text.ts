import { recordClock, type RecordTimes } from "../../../ui/record-clock.ts";
import type { useInspectorText } from "./messages.ts";

/**
 * Returns the text for a record's arrival time. Adds a note if the client's clock was ahead, or if the record arrived
 * late.
 */
export function receivedText(t: ReturnType<typeof useInspectorText>, received: string, times: RecordTimes): string {
  const clock = recordClock(times);
  return clock === null ? received : `${received} (${t(clock === "ahead" ? "clockAhead" : "clockLate")})`;
}
