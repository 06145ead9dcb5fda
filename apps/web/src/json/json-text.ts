import type { JsonValue } from "@threadline/schema/sdk";

/**
 * Formats a JSON value for display. A string is unchanged, null becomes empty text, and any other value becomes
 * indented JSON.
 */
export function readableJson(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Formats a JSON value on one line, truncated to `length` characters. */
export function jsonLine(value: JsonValue | undefined, length: number): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/**
 * Formats the fields of an object as `name: value` on one line, truncated to `length` characters. Formats any other
 * value like {@link jsonLine}.
 */
export function pairsLine(value: JsonValue | undefined, length: number): string {
  if (!isJsonObject(value)) return jsonLine(value, length);
  const pairs = Object.entries(value).map(
    ([name, field]) => `${name}: ${field === null ? "null" : jsonLine(field, length)}`,
  );
  return jsonLine(pairs.join(", "), length);
}

/** JSON that the user entered, or an error message. `value` is undefined if the input is empty. */
export type ParsedJson =
  | { readonly value: JsonValue | undefined; readonly error: null }
  | { readonly value: undefined; readonly error: string };

export function parseJson(text: string): ParsedJson {
  if (text.trim() === "") return { value: undefined, error: null };
  try {
    return { value: JSON.parse(text) as JsonValue, error: null };
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether a value is a JSON object, as required for metadata and settings. */
export function isJsonObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
