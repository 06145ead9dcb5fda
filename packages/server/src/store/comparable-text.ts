import type { Filter } from "./list.ts";

/**
 * Returns the form of a text that filters compare. NUL and lone surrogates become U+FFFD, because neither a plain
 * column nor the filter of a request can contain them. Payloads and metadata keep both, as escapes in their JSON.
 */
export function toComparable(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

/** Whether the stored form of the text may differ from the form that filters compare. */
export function isReplaced(text: string): boolean {
  return text.includes("\u{FFFD}") || toComparable(text) !== text;
}

/**
 * Replaces the escapes of NUL and lone surrogates in JSON text like {@link toComparable}. `JSON.stringify` escapes no
 * other surrogates.
 */
export function toComparableJson(json: string): string {
  return json.replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\u{FFFD}");
}

/** Whether the path or a value of a filter may differ from the form that filters compare ({@link isReplaced}). */
export function isReplacedFilter({ value, path = "" }: Filter): boolean {
  return [path, value].flat().some((text) => typeof text === "string" && isReplaced(text));
}

export function foldCase(text: string): string {
  return text.toLowerCase();
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
