import type { JsonValue } from "./json-value.ts";

/** Sorts the keys of all objects in a value, so that equal values have the same text. */
export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] as JsonValue)]));
}
