import type { JsonObject } from "@threadline/core";

/** Untrusted fields of the framework or a provider. */
export type Fields = Readonly<Record<string, unknown>>;

/** Empty object, used for missing ones. */
const NOTHING: Fields = {};

/** Returns an object, or an empty one for any other value. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : NOTHING;
}

/** Returns the objects of a list; none for any other value. */
export function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

/** Returns a text that is not empty, otherwise undefined. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Removes undefined and null fields; undefined if none remains. Only for trusted keys. */
export function given(fields: Fields): JsonObject | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // Values that JSON cannot represent are replaced when the step is sent.
  return entries.length > 0 ? (Object.fromEntries(entries) as JsonObject) : undefined;
}
