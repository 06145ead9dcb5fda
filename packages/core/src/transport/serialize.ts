import { type JsonLimits, MAX_DEPTH, NO_LIMITS, toJson } from "./to-json.ts";

/** JSON of anything; it never throws. What JSON cannot hold, or what is beyond the limits, is replaced as `toJson` says. */
export function serialize(value: object, limits: JsonLimits = NO_LIMITS): string {
  return serializePlain(value, limits) ?? JSON.stringify(toJson(value, limits) ?? null);
}

/** JSON of a value that `toJson` would not change; undefined for any other. Looking first is faster than copying each time. */
export function serializePlain(value: object, limits: JsonLimits): string | undefined {
  try {
    const isPlain = isPlainWithin(value, 0, { text: limits.text, left: Math.min(limits.total, MOST_LOOKED_AT) });
    return isPlain ? JSON.stringify(value) : undefined;
  } catch {
    // A getter that throws, or a value that changes while it is read.
    return undefined;
  }
}

/** A value with more text than this is copied: looking and then writing would cost as much. */
const MOST_LOOKED_AT = 64 * 1024 * 1024;

/** Of a number: `-1.2345678901234567e-100`. */
const MOST_DIGITS = 24;

function isPlainWithin(value: unknown, depth: number, limits: { readonly text: number; left: number }): boolean {
  limits.left -= typeof value === "number" ? MOST_DIGITS : 2;
  if (typeof value === "string") {
    limits.left -= value.length;
    return value.length <= limits.text && limits.left >= 0;
  }
  // A list may say that it has four billion items, and have none of them.
  if (limits.left < 0) return false;
  if (typeof value !== "object" || value === null) return typeof value !== "bigint" && typeof value !== "function";
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainWithin(item, depth + 1, limits)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Date.prototype) return true;
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    limits.left -= key.length;
    if (!isPlainWithin((value as Record<string, unknown>)[key], depth + 1, limits)) return false;
  }
  return true;
}
