import type { JsonObject } from "@threadline/core";

/** Fields that the framework or a provider chose. Nothing in them is trusted. */
export type Fields = Readonly<Record<string, unknown>>;

/** Empty object, for missing ones. */
const NOTHING: Fields = {};

/** The value as an object; an empty one for anything else. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : NOTHING;
}

/** The objects of a list; none for anything else. */
export function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(toFields) : [];
}

/** The value when it is a text with at least one character. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value when it is a number. */
export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The fields without those that are undefined or null; undefined when none is left. The keys are ours. */
export function given(fields: Fields): JsonObject | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  // Values that JSON cannot represent are replaced when the step is sent.
  return entries.length > 0 ? (Object.fromEntries(entries) as JsonObject) : undefined;
}
