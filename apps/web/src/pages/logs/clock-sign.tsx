import { ClockAlert } from "lucide-react";
import { useFormats } from "../../messages/formats.ts";
import { recordClock, type RecordTimes } from "../../ui/record-clock.ts";
import styles from "./log-table.module.css";
import { useLogsText } from "./messages.ts";

/** Warns that a record's client timestamp is later than its arrival, or much earlier. */
export function ClockSign({ times }: { readonly times: RecordTimes }) {
  const t = useLogsText();
  const formats = useFormats();
  const clock = recordClock(times);
  if (clock === null || times.receivedAt === undefined) return null;
  const label = t(clock === "ahead" ? "clockAhead" : "clockLate", { time: formats.dateTime(times.receivedAt) });
  return (
    <span role="img" aria-label={label} title={label} className={styles.clock}>
      <ClockAlert size={12} aria-hidden />
    </span>
  );
}
