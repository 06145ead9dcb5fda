import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { useFormats } from "../messages/formats.ts";
import { Button } from "./button.tsx";
import { useUiText } from "./messages.ts";
import { onDemand } from "./on-demand.tsx";
import { Popover } from "./popover.tsx";
import type { TimeRange } from "./time-range.ts";
import styles from "./time-range.module.css";

const Calendar = onDemand(
  async () => (await import("./range-calendar.tsx")).RangeCalendar,
  <div className={styles.loading} />,
);

export function TimeRangeField({
  value,
  onChange,
}: {
  readonly value: TimeRange;
  readonly onChange: (value: TimeRange) => void;
}) {
  const t = useUiText();
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const { from, to } = value;
  const text =
    from === undefined && to === undefined
      ? t("selectTimes")
      : from === undefined
        ? t("until", { time: formats.minute(to) })
        : to === undefined
          ? t("since", { time: formats.minute(from) })
          : `${formats.minute(from)} – ${formats.minute(to)}`;
  // The current year would only take space.
  const [thisYear] = useState(() => new Date().getFullYear());
  const isShort = [from, to].every((time) => time !== undefined && new Date(time).getFullYear() === thisYear);
  const shown = isShort ? formats.timeRange(Date.parse(from ?? ""), Date.parse(to ?? "")) : text;
  return (
    <Popover
      title={t("times")}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className={styles.popup}
      trigger={
        <Button className={styles.button} aria-label={`${t("times")}: ${shown}`}>
          <CalendarDays aria-hidden size={14} />
          {shown}
        </Button>
      }
    >
      <Calendar
        value={value}
        onApply={(range) => {
          setIsOpen(false);
          onChange(range);
        }}
      />
    </Popover>
  );
}
