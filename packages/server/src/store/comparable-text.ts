import type { Filter } from "./list.ts";

/**
 * Replaces NUL and lone surrogates with U+FFFD. Text columns and request filters cannot contain these characters, but
 * the JSON of payloads and metadata can, as escapes. Filters therefore compare stored texts after the same replacement.
 */
export function toComparable(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

/**
 * Whether the text contains U+FFFD or a character that {@link toComparable} replaces with it. A different text can then
 * be equal to this one after the replacement.
 */
export function isReplaced(text: string): boolean {
  return text.includes("\u{FFFD}") || toComparable(text) !== text;
}

/**
 * Like {@link toComparable}, for JSON text. Each escaped surrogate is replaced, because `JSON.stringify` escapes only
 * lone surrogates.
 */
export function toComparableJson(json: string): string {
  return json.replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\u{FFFD}");
}

/** Whether {@link isReplaced} is true for the path or for a value of the filter. */
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
