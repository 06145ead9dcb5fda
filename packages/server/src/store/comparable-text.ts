import type { Filter } from "./list.ts";

/**
 * Text that filters compare: NUL and lone surrogates, which neither a plain column nor a request's filter can contain,
 * are U+FFFD. Payloads and metadata keep both, as escapes in their JSON.
 */
export function toComparable(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

/** Whether the text differs from its stored form in comparisons. */
export function isReplaced(text: string): boolean {
  return text.includes("\u{FFFD}") || toComparable(text) !== text;
}

/**
 * JSON text with the escapes of NUL and lone surrogates replaced in the same way; `JSON.stringify` escapes no other
 * surrogates.
 */
export function toComparableJson(json: string): string {
  return json.replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\u{FFFD}");
}

/** Whether a filter has a text or path that may be stored in another form. */
export function isReplacedFilter({ value, path = "" }: Filter): boolean {
  return [path, value].flat().some((text) => typeof text === "string" && isReplaced(text));
}

/** Case-folded form of a text, for comparisons that ignore case. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
