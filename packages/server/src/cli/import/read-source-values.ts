import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { fromText, toJsonObject, toText } from "../../otlp/values.ts";

/** Converts a time of a source to ISO 8601; null if invalid. */
export function toTime(value: JsonValue | undefined): string | null {
  if (typeof value === "number") return fromEpoch(value);
  const text = toText(value);
  if (text === undefined) return null;
  if (/^\d{12,}$/u.test(text)) return fromEpoch(Number(text));
  // A time without a zone is in UTC.
  const isZoned = /(?:z|utc|[+-]\d\d:?\d\d)$/iu.test(text);
  const zoned = isZoned ? text : `${text.replace(" ", "T")}Z`;
  const milliseconds = Date.parse(zoned.replace(/(\.\d{3})\d+/u, "$1"));
  if (Number.isNaN(milliseconds)) return null;
  // Keeps the digits after the milliseconds, because they show the order of steps that started in the same millisecond.
  const micros = /\.\d{3}(\d{1,3})/u.exec(zoned)?.[1] ?? "";
  return new Date(milliseconds).toISOString().replace("Z", `${micros}Z`);
}

/**
 * Converts epoch seconds, milliseconds, microseconds or nanoseconds. The unit is derived from the size of the number.
 */
function fromEpoch(value: number): string | null {
  const scale = value < 1e11 ? 1e3 : value < 1e14 ? 1 : value < 1e17 ? 1e-3 : 1e-6;
  const milliseconds = value * scale;
  return milliseconds >= 0 && milliseconds < 253_402_300_800_000 ? new Date(milliseconds).toISOString() : null;
}

/** Converts metadata of a source to an object. Values that are not objects are stored under the key `value`. */
export function toMetadata(value: JsonValue | undefined): JsonObject | undefined {
  const read = value === undefined ? null : fromText(value);
  if (read === null || read === "") return undefined;
  const object = toJsonObject(read);
  if (Object.keys(object).length > 0) return object;
  return typeof read === "object" ? undefined : { value: read };
}

/** Returns an object without the fields that are null or undefined. */
export function present(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined && entry[1] !== null),
  );
}

/** Reads a thread id; null if it is missing or longer than 255 characters. */
export function toThreadId(value: JsonValue | undefined): string | null {
  const text = toText(value);
  return text === undefined || text.length > 255 ? null : text;
}
