import type { JsonObject } from "@threadline/core";

/** An object from the Agents SDK or from a provider. The types of its values have not been checked. */
export type Fields = Readonly<Record<string, unknown>>;

const NOTHING: Fields = {};

export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : NOTHING;
}

export function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Returns the fields that are neither undefined nor null. Returns undefined if there are no such fields. */
export function given(fields: Fields): JsonObject | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // The cast is safe, because values that JSON cannot represent are replaced when the step is sent.
  return entries.length > 0 ? (Object.fromEntries(entries) as JsonObject) : undefined;
}
