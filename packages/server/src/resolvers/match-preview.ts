import {
  contentPreview,
  inputPreview,
  oneLine,
  previewLength,
  shortened,
  wholeFrom,
} from "@threadline/schema/content-preview";
import { foldCase } from "../store/comparable-text.ts";
import type { JsonValue } from "../json/json-value.ts";

/** Maximum number of characters before the search text. */
const before = 40;

/**
 * Returns a preview of a value. With `around`, returns the part of the value's text in which this search text occurs.
 */
export function contentPreviewAround(value: JsonValue, around?: string | null): string | null {
  return around ? surroundings(value, around) : contentPreview(value);
}

/** Returns a preview of an input. With `around`, returns the part in which this search text occurs. */
export function inputPreviewAround(value: JsonValue, around?: string | null): string | null {
  return around ? surroundings(value, around) : inputPreview(value);
}

/**
 * Returns the part of a value around the search text; null if the value does not contain it. Searches each text in the
 * value first. If none contains the search text, searches the value's JSON, because list filters also search the JSON.
 */
function surroundings(value: JsonValue, needle: string): string | null {
  const folded = foldCase(needle);
  const text = textWith(value, folded);
  if (text !== null) return cut(text, folded);
  if (value === null) return null;
  const json = JSON.stringify(value);
  const spelled = [folded, foldCase(JSON.stringify(needle).slice(1, -1))].find((each) => foldCase(json).includes(each));
  return spelled === undefined ? null : cut(json, spelled);
}

function textWith(value: JsonValue, folded: string): string | null {
  if (value === null) return null;
  if (typeof value !== "object") {
    const text = String(value);
    return foldCase(text).includes(folded) ? text : null;
  }
  for (const each of Array.isArray(value) ? value : Object.values(value)) {
    const text = textWith(each, folded);
    if (text !== null) return text;
  }
  return null;
}

function cut(text: string, folded: string): string {
  const at = foldCase(text).indexOf(folded);
  const start = at <= before ? 0 : wholeFrom(text, at - before);
  const rest = oneLine(text.slice(start, start + previewLength * 2));
  return shortened(start === 0 ? rest : `…${rest}`);
}
