import { recordClock, type RecordTimes } from "../../../ui/record-clock.ts";
import type { useInspectorText } from "./messages.ts";

/**
 * Describes the arrival time of a record. Adds a note if {@link recordClock} reports that the client's clock was ahead,
 * or that the record arrived late.
 */
export function receivedText(t: ReturnType<typeof useInspectorText>, received: string, times: RecordTimes): string {
  const clock = recordClock(times);
  return clock === null ? received : `${received} (${t(clock === "ahead" ? "clockAhead" : "clockLate")})`;
}
