import type { JsonValue } from "@threadline/schema/sdk";

/** Formats a string unchanged, other values as indented JSON. */
export function asText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
