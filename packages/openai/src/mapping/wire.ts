import type { JsonObject } from "@threadline/core";

/** A JSON object of the provider. Nothing in it is trusted: compatible servers leave fields out and add their own. */
export type Wire = Readonly<Record<string, unknown>>;

/** Empty object, for missing ones. */
export const NOTHING: Wire = {};

/** Maximum list index accepted from a stream; a larger one would cost memory or time. */
const MAX_INDEX = 10_000;

/** An object without a prototype, for keys that a provider chooses: of `__proto__` or `constructor` it has none. */
export function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** The value when it is a position in a list. */
export function toIndex(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INDEX
    ? (value as number)
    : undefined;
}

/** The value as an object; an empty one when it is none. */
export function toObject(value: unknown): Wire {
  return typeof value === "object" && value !== null ? (value as Wire) : NOTHING;
}

/** The objects of a list; none when it is no list. */
export function toList(value: unknown): Wire[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

/** The value when it is a text. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value when it is a number. */
export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The fields as JSON of a record, without those that are undefined or null; undefined when none is left. */
export function toJsonObject(fields: Wire): JsonObject | undefined {
  let given: Record<string, unknown> | undefined;
  // A loop, since it runs for every call of a host.
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== undefined && value !== null) (given ??= emptyRecord())[key] = value;
  }
  // Values that JSON cannot represent are replaced when the step is sent.
  return given as JsonObject | undefined;
}
