import { type JsonLimits, MAX_DEPTH, MAX_KEY, NO_LIMITS, toJson } from "./to-json.ts";

/**
 * Serializes any value, and never throws. Values that JSON does not support, and values beyond the limits, are replaced
 * as described at {@link toJson}. Each getter is called only once. The outermost object must not have getters.
 */
export function serialize(value: object, limits: JsonLimits = NO_LIMITS): string {
  return serializePlain(value, limits) ?? JSON.stringify(toJson(value, limits) ?? null);
}

/**
 * Serializes a value without copying it, which is faster. Returns undefined if the value must be copied by {@link
 * toJson}, because it exceeds the limits, or contains something that JSON does not support.
 */
export function serializePlain(value: object, limits: JsonLimits): string | undefined {
  const left = { text: limits.text, left: Math.min(limits.total, MAX_CHECKED), values: limits.values };
  try {
    return isPlainWithin(value, 0, left) ? JSON.stringify(value) : undefined;
  } catch {
    // Reading the value failed: for example, it contains a proxy that throws. `toJson` can serialize such a value.
    return undefined;
  }
}

/**
 * Maximum number of characters of a value that is serialized without being copied. A larger value is always copied by
 * `toJson`.
 */
const MAX_CHECKED = 64 * 1024 * 1024;

/** Maximum length of a number in JSON, as in `-1.2345678901234567e-100`. */
const MAX_DIGITS = 24;

/** Finds a getter without calling it. This is faster than reading the property descriptor. */
const lookUpGetter = Reflect.get(Object.prototype, "__lookupGetter__") as
  | ((this: object, key: string) => unknown)
  | undefined;

interface Left {
  readonly text: number;
  left: number;
  values: number;
}

function isPlainWithin(value: unknown, depth: number, limits: Left): boolean {
  limits.left -= typeof value === "number" ? MAX_DIGITS : 2;
  limits.values -= 1;
  if (typeof value === "string") {
    limits.left -= value.length;
    return value.length <= limits.text && limits.left >= 0;
  }
  // The limits are checked for every value, including the empty items of a sparse list. Otherwise, a list of four
  // billion empty items would be read to its end.
  if (limits.left < 0 || limits.values < 0) return false;
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
    // An object with a getter must be serialized by `toJson`, which calls each getter only once. The outermost object
    // has no getters, because the SDK created it.
    if (key.length > MAX_KEY || (depth > 0 && isGetter(value, key))) return false;
    if (!isPlainWithin((value as Record<string, unknown>)[key], depth + 1, limits)) return false;
  }
  return true;
}

function isGetter(value: object, key: string): boolean {
  if (lookUpGetter !== undefined) return lookUpGetter.call(value, key) !== undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.get !== undefined;
}
