import { ChevronLeft, ChevronRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { DayPicker } from "react-day-picker";
import { de } from "react-day-picker/locale/de";
import { enUS } from "react-day-picker/locale/en-US";
import { i18n } from "../messages/i18n.ts";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { useUiText } from "./messages.ts";
import { draftOf, rangeOf, type TimeRange } from "./time-range.ts";
import styles from "./time-range.module.css";

const months = 2;

export function RangeCalendar({
  value,
  onApply,
}: {
  readonly value: TimeRange;
  readonly onApply: (value: TimeRange) => void;
}) {
  const t = useUiText();
  const [draft, setDraft] = useState(() => draftOf(value));
  const { from, to } = draft;
  // Label of a day button, such as "Friday, December 4, 2026". The calendar's default label has "4th", but the button
  // shows "4".
  const fullDate = new Intl.DateTimeFormat(i18n.language, { dateStyle: "full" });
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    onApply(rangeOf(draft));
  };
  const [firstMonth] = useState(() => {
    const last = to ?? from ?? new Date();
    return new Date(last.getFullYear(), last.getMonth() - months + 1);
  });
  return (
    <form className={styles.form} onSubmit={apply}>
      <DayPicker
        mode="range"
        autoFocus
        resetOnSelect
        fixedWeeks
        numberOfMonths={months}
        defaultMonth={firstMonth}
        selected={{ from, to }}
        onSelect={(range) => setDraft({ ...draft, from: range?.from, to: range?.to })}
        labels={{ labelDayButton: (day) => fullDate.format(day) }}
        locale={i18n.language.startsWith("de") ? de : enUS}
        classNames={{
          root: styles.calendar ?? "",
          months: styles.months ?? "",
          month: styles.month ?? "",
          month_caption: styles.caption ?? "",
          month_grid: styles.grid ?? "",
          nav: styles.nav ?? "",
          button_previous: styles.turn ?? "",
          button_next: styles.turn ?? "",
          weekday: styles.weekday ?? "",
          day: styles.day ?? "",
          day_button: styles.dayButton ?? "",
          outside: styles.outside ?? "",
          today: styles.today ?? "",
          selected: styles.selected ?? "",
          range_start: styles.end ?? "",
          range_end: styles.end ?? "",
        }}
        components={{
          Chevron: ({ orientation }) => {
            const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
            return <Icon aria-hidden size={16} />;
          },
        }}
      />
      <div className={styles.times}>
        <TextField
          label={t("fromTime")}
          type="time"
          value={draft.fromTime}
          onChange={(event) => setDraft({ ...draft, fromTime: event.currentTarget.value })}
        />
        <TextField
          label={t("toTime")}
          type="time"
          value={draft.toTime}
          onChange={(event) => setDraft({ ...draft, toTime: event.currentTarget.value })}
        />
        <Button type="submit" look="primary" disabled={from === undefined && to === undefined}>
          {t("apply")}
        </Button>
      </div>
    </form>
  );
}
