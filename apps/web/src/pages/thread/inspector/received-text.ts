import { recordClock, type RecordTimes } from "../../../ui/record-clock.ts";
import type { useInspectorText } from "./messages.ts";

/** When a record arrived, with a word where its own time is far from that. */
export function receivedText(t: ReturnType<typeof useInspectorText>, received: string, times: RecordTimes): string {
  const clock = recordClock(times);
  return clock === null ? received : `${received} (${t(clock === "ahead" ? "clockAhead" : "clockLate")})`;
}
