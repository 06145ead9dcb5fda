import { recordClock, type RecordTimes } from "../../../ui/record-clock.ts";
import type { useInspectorText } from "./messages.ts";

/** Arrival time of a record, with a note when its own time differs much. */
export function receivedText(t: ReturnType<typeof useInspectorText>, received: string, times: RecordTimes): string {
  const clock = recordClock(times);
  return clock === null ? received : `${received} (${t(clock === "ahead" ? "clockAhead" : "clockLate")})`;
}
