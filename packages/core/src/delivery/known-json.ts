import { NO_LIMITS, toJson } from "../transport/to-json.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { FIELD_BYTES, fitJson, MAX_VALUES, PAYLOAD_LIMITS } from "./field-limits.ts";
import { type SharedItems, type SharedJson, toShared, toSharedItems } from "./shared-json.ts";

/** Property that holds the cached JSON of an object. A `WeakMap` is slower and delays garbage collection. */
const SHARED = Symbol("shared JSON");
const holders = new WeakSet<object>();
/**
 * Limits for an object of {@link keepJson}. They are smaller than the limits of a field, because the field can also
 * contain other values.
 */
const KEPT_LIMITS = { ...PAYLOAD_LIMITS, total: FIELD_BYTES.payload - 100_000 };

/**
 * Returns a frozen copy of an object, and caches the JSON of the copy. Use it for an object that is part of many
 * records, such as a message of a conversation, so that it is serialized only once. The cached JSON is used only if the
 * copy is in a list, and the object that contains the list was passed to {@link keepLists}.
 */
export function keepJson(value: object): JsonObject {
  const { value: copy, json } = fitJson(toJson(value, KEPT_LIMITS) ?? {}, KEPT_LIMITS);
  Object.defineProperty(copy, SHARED, { value: toShared(json) });
  return Object.freeze(copy) as JsonObject; // for an object, `toJson` returns an object
}

/**
 * Copies a value as JSON, and reads each property only once. The number of values is limited, but texts are not
 * truncated.
 */
export function copyJson(value: object): JsonValue {
  return toJson(value, { ...NO_LIMITS, values: MAX_VALUES }) ?? null;
}

/**
 * Marks an object, such as the input of a step, whose lists contain copies from {@link keepJson}. The cached JSON is
 * used only for the lists of marked objects. The marked object must be plain and without getters.
 */
export function keepLists<Value extends object>(value: Value): Value {
  holders.add(value);
  return value;
}

export function holdsKept(value: unknown): value is object {
  return typeof value === "object" && value !== null && holders.has(value);
}

/**
 * Returns the cached JSON of the items of a list. Undefined if the value is not a list, or if an item does not come
 * from {@link keepJson}.
 */
export function keptItems(value: unknown): SharedItems | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: SharedJson[] = [];
  for (const item of value as unknown[]) {
    // Only objects from `keepJson` have this property.
    const json = typeof item === "object" && item !== null ? (item as { [SHARED]?: SharedJson })[SHARED] : undefined;
    if (json === undefined) return undefined;
    items.push(json);
  }
  return toSharedItems(items);
}
