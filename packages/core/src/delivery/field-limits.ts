import { type JsonLimits, toJson } from "../transport/to-json.ts";
import type { JsonValue } from "../types/json.ts";
import { byteLength } from "./byte-length.ts";

const MAX_TEXT = 1_000_000;
/** Maximum number of values that are read per field, so that serializing a field takes a limited time. */
export const MAX_VALUES = 200_000;

/** Maximum size of a field that the service accepts, in bytes. */
export const FIELD_BYTES = { payload: 3_000_000, other: 1_000_000 } as const;
/** Number of bytes reserved for the notes that replace omitted parts of lists and objects. */
const NOTES_BYTES = 20_000;
export const PAYLOAD_LIMITS: JsonLimits = {
  text: MAX_TEXT,
  total: FIELD_BYTES.payload - NOTES_BYTES,
  values: MAX_VALUES,
};
export const OTHER_LIMITS: JsonLimits = {
  text: FIELD_BYTES.other / 2,
  total: FIELD_BYTES.other - NOTES_BYTES,
  values: MAX_VALUES,
};

export interface FittedJson {
  value: JsonValue;
  json: string;
}

/**
 * Truncates a copied value until the service accepts its size. The service counts bytes, but `toJson` counts
 * characters. Escapes and non-Latin characters take several bytes each, so the first attempt may still be too large.
 */
export function fitJson(value: JsonValue, limits: JsonLimits): FittedJson {
  const { text, total, values } = limits;
  let fitted: FittedJson = { value, json: JSON.stringify(value) };
  // Tries a half, a quarter and an eighth of the limits. An eighth always fits, because a character takes at most six
  // bytes in JSON.
  for (let part = 2; part <= 8 && !isWithin(fitted, total + NOTES_BYTES); part *= 2) {
    const cut = toJson(value, { text: text / part, total: total / part, values }) ?? null;
    fitted = { value: cut, json: JSON.stringify(cut) };
  }
  return fitted;
}

function isWithin({ value, json }: FittedJson, bytes: number): boolean {
  // Fast check, without counting: JSON of at most `bytes / 12` characters always fits, because no character counts as
  // more than 12 bytes. A digit can count as eight, because `countedBytes` counts every number as eight bytes.
  return json.length <= bytes / 12 || (byteLength(json) <= bytes && countedBytes(value) <= bytes);
}

/** Returns the size as the service counts it, in bytes. A number counts as eight bytes; escapes do not count. */
function countedBytes(value: JsonValue | undefined): number {
  if (typeof value === "string") return byteLength(value) + 2;
  if (typeof value === "number") return 8;
  if (typeof value !== "object" || value === null) return 4;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countedBytes(item) + 1, 2);
  return Object.entries(value).reduce((sum, [key, item]) => sum + byteLength(key) + 4 + countedBytes(item), 2);
}
