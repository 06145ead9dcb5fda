/** Time range. Without `from`, the range has no start. Without `to`, the range has no end. */
export interface TimeRange {
  /** Start, as ISO 8601. */
  readonly from?: string | undefined;
  /** End, as ISO 8601. */
  readonly to?: string | undefined;
}

/**
 * Time range as the user edits it. `from` and `to` are the first and last day, both at local midnight. `fromTime` is
 * the time on the first day and `toTime` the time on the last day, as `HH:MM`.
 */
export interface RangeDraft {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly fromTime: string;
  readonly toTime: string;
}

const startOfDay = "00:00";
const endOfDay = "23:59";

/** Converts a range to a draft. Without `from`, the start time is 00:00. Without `to`, the end time is 23:59. */
export function draftOf({ from, to }: TimeRange): RangeDraft {
  return {
    from: dayOf(from),
    to: dayOf(to),
    fromTime: timeOf(from) ?? startOfDay,
    toTime: timeOf(to) ?? endOfDay,
  };
}

/**
 * Converts the content of the form to a range. Swaps start and end if they are in the wrong order. The end time 23:59
 * includes the whole last minute.
 */
export function rangeOf({ from, to, fromTime, toTime }: RangeDraft): TimeRange {
  const start = at(from, fromTime || startOfDay);
  const time = toTime || endOfDay;
  const last = at(to, time);
  const end = last === undefined || time !== endOfDay ? last : last + 59_999;
  const isReversed = start !== undefined && end !== undefined && start > end;
  const [first, second] = isReversed ? [end, start] : [start, end];
  return { from: isoOf(first), to: isoOf(second) };
}

function dayOf(time: string | undefined): Date | undefined {
  const milliseconds = Date.parse(time ?? "");
  if (Number.isNaN(milliseconds)) return undefined;
  const day = new Date(milliseconds);
  day.setHours(0, 0, 0, 0);
  return day;
}

function timeOf(time: string | undefined): string | undefined {
  const milliseconds = Date.parse(time ?? "");
  if (Number.isNaN(milliseconds)) return undefined;
  const date = new Date(milliseconds);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

function at(day: Date | undefined, time: string): number | undefined {
  if (day === undefined) return undefined;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  // Sets local hours, so that the time is also correct on days when the clock changes.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes).getTime();
}

function isoOf(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}
