import type { JsonObject } from "@threadline/core";

/** Untrusted fields of the framework or a provider. */
export type Fields = Readonly<Record<string, unknown>>;

/** Empty object, used in place of missing objects. */
const NOTHING: Fields = {};

/** Returns the value if it is an object; otherwise, returns an empty object. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : NOTHING;
}

/** Returns the items of a list as objects; an empty list for any other value. */
export function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

/** Returns the value if it is a non-empty text; otherwise undefined. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Returns the fields that are neither undefined nor null; undefined if there are none. The keys must be trusted. */
export function given(fields: Fields): JsonObject | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // Values that JSON cannot represent are replaced when the step is sent.
  return entries.length > 0 ? (Object.fromEntries(entries) as JsonObject) : undefined;
}
