/** Latest supported date-time, in epoch milliseconds. The earliest is 1970-01-01. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/**
 * Minimum number of epoch milliseconds (March 1973). Smaller numbers are rejected, because they are probably in
 * seconds.
 */
const earliestNumber = 100_000_000_000;

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?)?\s?(Z|z|UTC|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Parses a date-time to epoch milliseconds. Accepts numbers of epoch milliseconds, and ISO 8601 text with `T` or a
 * space. Text without an offset is in UTC, and text without a time means midnight. Digits after the milliseconds are
 * ignored.
 *
 * Throws an `Error` whose message can be appended to the name of the field.
 */
export function parseDateTime(value: unknown): number {
  return Math.floor(parsePreciseDateTime(value));
}

/** Parses a date-time to epoch milliseconds, with microseconds as a fraction. */
export function parsePreciseDateTime(value: unknown): number {
  if (typeof value === "number") return parseEpoch(value);
  const parts = typeof value === "string" && value.length <= 64 ? pattern.exec(value) : null;
  if (!parts) throw new Error(`must be an ISO 8601 date-time such as "2025-01-31T12:00:00.000Z"`);
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = parts;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // `Date.UTC` moves an invalid day to the next month.
  const isDay = new Date(midnight).getUTCMonth() === Number(month) - 1 && Number(year) >= 100;
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw new Error("is not a valid calendar date");
  }
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const microseconds = Number(fraction.slice(3, 6).padEnd(3, "0"));
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds;
  return inRange(local - offsetOf(zone)) + microseconds / 1_000;
}

/** Formats a time as ISO 8601 in UTC, with milliseconds. */
export function formatDateTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function parseEpoch(value: number): number {
  if (value >= 0 && value < earliestNumber) throw new Error("must be milliseconds since 1970, but looks like seconds");
  return inRange(Math.trunc(value));
}

function offsetOf(zone: string): number {
  if (zone === "Z" || zone === "z" || zone === "UTC") return 0;
  const digits = zone.replaceAll(":", "");
  const hours = Number(digits.slice(1, 3));
  const minutes = Number(digits.slice(3) || 0);
  if (hours > 23 || minutes > 59) throw new Error("has a UTC offset out of range");
  return (digits.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

export function isTime(milliseconds: unknown): boolean {
  return Number.isInteger(milliseconds) && Number(milliseconds) >= 0 && Number(milliseconds) <= latest;
}

function inRange(milliseconds: number): number {
  if (isTime(milliseconds)) return milliseconds;
  throw new Error("must be between the years 1970 and 9999");
}
