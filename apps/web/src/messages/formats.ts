import { formatDuration } from "./format-duration.ts";
import { formatNumber } from "./format-number.ts";
import { useLanguage } from "./i18n.ts";
import { isMidnight } from "./is-midnight.ts";

/** Formats of numbers, times and sizes in the user's language. Null is formatted as a dash. */
export interface Formats {
  /** Formats a number as `1,234`, with at least the given number of decimals. Default: 0. */
  number(value: number | null | undefined, decimals?: number): string;
  /** Formats a number as `1.2K`, for places with little space. */
  compact(value: number | null | undefined): string;
  /** Formats seconds as `320 ms`, `4.1 sec`, `2m 5s` or `2d 12h`. */
  duration(seconds: number | null | undefined): string;
  /** Formats US dollars, with enough digits for the price of one call. */
  cost(dollars: number | null | undefined): string;
  /** Formats an ISO-8601 time as date and time of day. */
  dateTime(value: string | null | undefined): string;
  /**
   * Formats an ISO-8601 time in short: only the time of day for today, day and time for this year, and only the day for
   * other years.
   */
  shortTime(value: string | null | undefined): string;
  /** Formats epoch milliseconds as time of day. */
  timeOfDay(value: number | null | undefined): string;
  /**
   * Formats the range between two times in epoch milliseconds, to the minute. A range of whole days is formatted
   * without times.
   */
  timeRange(from: number, to: number): string;
  /** Formats an ISO-8601 time to the minute, with its day. */
  minute(value: string | null | undefined): string;
  /** Formats an ISO-8601 time as its day without the year. */
  shortDay(value: string | null | undefined): string;
  /** Formats an ISO-8601 time as its day. */
  date(value: string | null | undefined): string;
  /** Formats an ISO-8601 time as `3 min. ago`. */
  relativeTime(value: string | null | undefined): string;
  /** Formats bytes as `3.4 MB`. */
  size(bytes: number | null | undefined): string;
  percent(fraction: number | null | undefined): string;
}

const dash = "–";
const made = new Map<string, Formats>();

export function useFormats(): Formats {
  return formatsOf(useLanguage());
}

function formatsOf(language: string): Formats {
  const known = made.get(language);
  if (known) return known;
  const formats = createFormats(language);
  made.set(language, formats);
  return formats;
}

/** Replaces the hyphen of a negative number with the minus sign (U+2212). */
function withMinus(text: string): string {
  return text.replace("-", "−");
}

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const sizeUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

function present<Value>(format: (value: Value) => string): (value: Value | null | undefined) => string {
  return (value) => (value === null || value === undefined ? dash : format(value));
}

function createFormats(language: string): Formats {
  // The compact format of German does not abbreviate thousands. With the default `useGrouping`, it would also omit the
  // separator, and format 1234 as `1234` instead of `1.234`.
  const compact = new Intl.NumberFormat(language, {
    notation: "compact",
    maximumFractionDigits: 1,
    useGrouping: "always",
  });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const minute = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const timeOfDay = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
  const dayAndTime = new Intl.DateTimeFormat(language, {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  const day = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  const costs = new Map<number, Intl.NumberFormat>();
  /** Returns a cached formatter for US dollars with a maximum number of decimals, because creating one is slow. */
  const costOf = (decimals: number): Intl.NumberFormat => {
    const known =
      costs.get(decimals) ??
      new Intl.NumberFormat(language, {
        style: "currency",
        currency: "USD",
        minimumFractionDigits: 2,
        maximumFractionDigits: decimals,
      });
    costs.set(decimals, known);
    return known;
  };
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, maximumFractionDigits: digits });
  return {
    number: (value, decimals) => present((known: number) => withMinus(formatNumber(language, known, decimals)))(value),
    compact: present((value: number) => withMinus(compact.format(value))),
    percent: present((value: number) => withMinus(percent.format(value))),
    duration: present((value: number) => withMinus(formatDuration(language, value))),
    cost: present((value: number) =>
      // An amount below one dollar has up to three significant digits, for example $0.00123. With fewer digits, the
      // rounded parts of a sum would often not add up to the displayed sum.
      withMinus(costOf(Math.min(Math.max(2 - Math.floor(Math.log10(Math.abs(value) || 1)), 2), 12)).format(value)),
    ),
    size: present((value: number) => {
      const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), sizeUnits.length - 1);
      return unit(sizeUnits[power] ?? "byte", 1).format(value / 1000 ** power);
    }),
    timeOfDay: present((value: number) => timeOfDay.format(value)),
    dateTime: present((value: string) => dateTime.format(new Date(value))),
    shortTime: present((value: string) => {
      const [at, now] = [new Date(value), new Date()];
      if (at.getFullYear() !== now.getFullYear()) return date.format(at);
      return at.toDateString() === now.toDateString() ? timeOfDay.format(at) : dayAndTime.format(at);
    }),
    timeRange: (from, to) =>
      isMidnight(from) && isMidnight(to) ? day.formatRange(from, to - 1) : dayAndTime.formatRange(from, to),
    minute: present((value: string) => minute.format(new Date(value))),
    shortDay: present((value: string) => day.format(new Date(value))),
    date: present((value: string) => date.format(new Date(value))),
    relativeTime: present((value: string) => {
      const passed = (Date.now() - Date.parse(value)) / 1000;
      const [name, size] = steps.find(([, length]) => Math.abs(passed) >= length) ?? ["second", 1];
      return relative.format(-Math.round(passed / size), name);
    }),
  };
}
