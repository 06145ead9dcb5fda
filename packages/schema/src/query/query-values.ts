import type { QueryUnit } from "./query-fields.ts";

const number = /^(-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?)([a-z]*)$/iu;

const scales: Readonly<Record<QueryUnit | "none", Readonly<Record<string, number>>>> = {
  seconds: { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3_600, d: 86_400 },
  tokens: { k: 1_000, m: 1_000_000, b: 1_000_000_000 },
  dollars: { k: 1_000, m: 1_000_000, usd: 1 },
  none: { k: 1_000, m: 1_000_000, b: 1_000_000_000 },
};

/** Parses a number such as `1.5`, `500ms` or `1k`. Returns undefined for any other text. */
export function parseQueryNumber(text: string, unit: QueryUnit | undefined): number | undefined {
  const amount = unit === "dollars" ? text.replace(/^(-?)\$/u, "$1") : text;
  const [, digits, suffix = ""] = number.exec(amount) ?? [];
  if (digits === undefined) return undefined;
  const scale = suffix === "" ? 1 : scales[unit ?? "none"][suffix.toLowerCase()];
  // A scale such as 0.001 has no exact binary representation, so 9 * 0.001 is 0.009000000000000001. Dividing by the
  // inverse of the scale avoids this error: 9 / 1000 is 0.009.
  const value = scale === undefined ? NaN : scale < 1 ? Number(digits) / Math.round(1 / scale) : Number(digits) * scale;
  return Number.isFinite(value) ? value : undefined;
}

export const numberExamples: Readonly<Record<QueryUnit | "none", string>> = {
  seconds: "2s, 500ms, 1.5",
  tokens: "1000, 1k",
  dollars: "$0.01, 0.01",
  none: "0.5, 1k",
};

/** Formats a number so that {@link parseQueryNumber} reads it with the same unit. */
export function formatQueryNumber(value: number, unit: QueryUnit | undefined): string {
  if (unit === "seconds") return `${value}s`;
  return unit === "dollars" ? `${value < 0 ? "-" : ""}$${Math.abs(value)}` : String(value);
}

/**
 * Range of epoch milliseconds. If `start` and `end` are equal, the range is a single time. Otherwise, `end` is
 * excluded.
 */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
  readonly isRelative: boolean;
}

const day = 86_400_000;
const lengths: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: day, w: 7 * day };
const date = /^\d{4}-\d\d-\d\d$/u;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/u;
const relative = /^(now|last)(?:-(\d{1,6})([smhdw]))?$/iu;

/**
 * Parses a time: `2026-11-01` (the day in UTC), `2026-11-01T12:00` with an optional offset, `today`, `yesterday`,
 * `now`, `now-7d` (seven days ago) or `last-7d` (from seven days ago on). Returns undefined for any other text.
 */
export function parseQueryTime(text: string, now: number): TimeRange | undefined {
  const word = text.toLowerCase();
  const today = Math.floor(now / day) * day;
  if (word === "today") return { start: today, end: today + day, isRelative: true };
  if (word === "yesterday") return { start: today - day, end: today, isRelative: true };
  const [, base, count, unit = ""] = relative.exec(word) ?? [];
  if (base !== undefined) {
    if (base === "last" && count === undefined) return undefined;
    // Rounded, so that all pages of a list have the same start.
    const start = Math.floor(now / 1_000) * 1_000 - Number(count ?? 0) * (lengths[unit] ?? 0);
    if (start < 0) return undefined;
    return { start, end: base === "last" ? Infinity : start, isRelative: true };
  }
  const midnight = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  // `Date` converts an invalid day, such as April 31, to a day of the next month. The text is a valid day only if the
  // converted day is the same.
  const isDay = midnight >= 0 && new Date(midnight).toISOString().startsWith(text.slice(0, 10));
  if (!isDay) return undefined;
  if (date.test(text)) return { start: midnight, end: midnight + day, isRelative: false };
  const [whole, zone] = dateTime.exec(text.toUpperCase()) ?? [];
  const start = whole === undefined ? NaN : Date.parse(zone === undefined ? `${whole}Z` : whole);
  return start >= 0 ? { start, end: start, isRelative: false } : undefined;
}

export const timeExamples = "2026-11-01, 2026-11-01T12:00Z, today, yesterday, now-2h, last-7d";
