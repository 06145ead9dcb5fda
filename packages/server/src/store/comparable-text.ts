import type { Filter } from "./list.ts";

/**
 * The text that filters compare: NUL and lone surrogates, which neither a plain column nor a request's filter holds, are
 * U+FFFD. Payloads and metadata keep both, as escapes in their JSON.
 */
export function toComparable(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}").toWellFormed();
}

/** Whether the text compares in another spelling than the stored one. */
export function isReplaced(text: string): boolean {
  return text.includes("\u{FFFD}") || toComparable(text) !== text;
}

/** JSON text with the escapes of NUL and lone surrogates replaced alike; `JSON.stringify` escapes no other surrogates. */
export function toComparableJson(json: string): string {
  return json.replaceAll(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\u{FFFD}");
}

/** Whether a filter compares a text, or looks at a path, that may be stored in another spelling. */
export function isReplacedFilter({ value, path = "" }: Filter): boolean {
  return [path, value].flat().some((text) => typeof text === "string" && isReplaced(text));
}

/** The spelling that texts are compared by where case does not matter. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}
