import type { JsonValue } from "@threadline/schema/sdk";

/** Formats a value as text. A string is unchanged; any other value becomes indented JSON. */
export function asText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
