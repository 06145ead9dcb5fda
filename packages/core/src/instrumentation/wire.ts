import type { JsonObject } from "../types/json.ts";

/** JSON object of a provider. It is not trusted, because compatible servers omit or add fields. */
export type Wire = Readonly<Record<string, unknown>>;

export const NOTHING: Wire = {};

/** Maximum list index that is accepted from a stream. A larger index would cost memory or time. */
const MAX_INDEX = 10_000;

/** Creates an object without a prototype. A provider may send keys such as `__proto__` or `constructor`. */
export function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

export function toIndex(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX
    ? (value as number)
    : undefined;
}

export function toObject(value: unknown): Wire {
  return typeof value === "object" && value !== null ? (value as Wire) : NOTHING;
}

export function toList(value: unknown): Wire[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

export function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

const OWN = { configurable: true, enumerable: true, writable: true };

/** Returns the fields that are neither undefined nor null, as JSON; undefined if there are none. */
export function toJsonObject(fields: Wire): JsonObject | undefined {
  let given: Record<string, unknown> | undefined;
  // A loop instead of list methods, because this runs for every model call.
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value === undefined || value === null) continue;
    given ??= {};
    // An assignment to `__proto__` would set the prototype of the object instead of a field. In an object without a
    // prototype, an assignment would set a field, but such an object is slow to serialize.
    if (key === "__proto__") Object.defineProperty(given, key, { ...OWN, value });
    else given[key] = value;
  }
  // The cast is safe: values that JSON cannot represent are replaced when the step is sent.
  return given as JsonObject | undefined;
}
