import { type JsonLimits, toJson } from "../transport/to-json.ts";
import type { JsonValue } from "../types/json.ts";
import { byteLength } from "./byte-length.ts";

/** Maximum length of a text that is recorded whole, in characters. */
const MAX_TEXT = 1_000_000;
/** Maximum number of values of one field that are looked at, which bounds the time. */
export const MAX_VALUES = 200_000;

/** What the service takes of one field, in bytes of JSON. */
export const FIELD_BYTES = { payload: 3_000_000, other: 1_000_000 } as const;
export const PAYLOAD_LIMITS: JsonLimits = { text: MAX_TEXT, total: FIELD_BYTES.payload, values: MAX_VALUES };
export const OTHER_LIMITS: JsonLimits = { text: FIELD_BYTES.other / 2, total: FIELD_BYTES.other, values: MAX_VALUES };

/** A value that fits, and its JSON. */
export interface FittedJson {
  value: JsonValue;
  json: string;
}

/** Cuts a value that was copied within the limits once more if its text has more bytes than characters. */
export function fitJson(value: JsonValue, limits: JsonLimits): FittedJson {
  const { text, total, values } = limits;
  let fitted: FittedJson = { value, json: JSON.stringify(value) };
  // Escapes and other alphabets take up to six bytes a character.
  for (let part = 2; part <= 8 && !isWithin(fitted.json, total); part *= 2) {
    const cut = toJson(value, { text: text / part, total: total / part, values }) ?? null;
    fitted = { value: cut, json: JSON.stringify(cut) };
  }
  return fitted;
}

function isWithin(json: string, bytes: number): boolean {
  // A character has three bytes at most.
  return json.length <= bytes / 3 || byteLength(json) <= bytes;
}
