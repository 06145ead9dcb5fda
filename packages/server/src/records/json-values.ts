import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import type { Given } from "./text.ts";

/**
 * Returns the JSON value unchanged, including keys like `__proto__`. Throws if the value is larger than `limit` bytes.
 */
export function readJson(field: string, value: Given<JsonValue>, limit: number): JsonValue | undefined {
  if (value == null) return value;
  if (measure(field, value, 1) > limit) throw badInput(field, `is larger than ${limit} bytes`, limit);
  return value;
}

export function readPayload(field: string, value: Given<JsonValue>): JsonValue | undefined {
  return readJson(field, value, recordLimits.payloadBytes);
}

/** Reads a JSON object other than a payload. Null is allowed; other values are rejected. */
export function readMetadata(field: string, value: Given<JsonValue>): JsonObject | null | undefined {
  if (value == null) return value;
  if (typeof value !== "object" || Array.isArray(value)) throw badInput(field, "must be a JSON object");
  readJson(field, value, recordLimits.metadataBytes);
  return value;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the approximate size of a value as JSON, in bytes. Escapes in strings are not counted. Throws for values that
 * are nested too deeply, and for numbers that JSON cannot represent.
 */
function measure(field: string, value: JsonValue, depth: number): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw badInput(field, "contains a number beyond the range of a 64-bit float");
    return 8;
  }
  if (typeof value !== "object" || value === null) return 4;
  if (depth > recordLimits.jsonDepth) {
    throw badInput(field, `is nested deeper than ${recordLimits.jsonDepth} levels`, recordLimits.jsonDepth);
  }
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const element of value) bytes += measure(field, element, depth + 1) + 1;
  } else {
    for (const key of Object.keys(value)) {
      bytes += Buffer.byteLength(key) + 4 + measure(field, value[key] as JsonValue, depth + 1);
    }
  }
  return bytes;
}
