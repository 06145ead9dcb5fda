import { NO_LIMITS, toJson } from "../transport/to-json.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { FIELD_BYTES, fitJson, MAX_VALUES, PAYLOAD_LIMITS } from "./field-limits.ts";
import { type SharedItems, type SharedJson, toShared, toSharedItems } from "./shared-json.ts";

/**
 * Property of a frozen object that holds its JSON. A `WeakMap` would be slower and would slow down garbage collection.
 */
const SHARED = Symbol("shared JSON");
const holders = new WeakSet<object>();
/** Limits for the object of {@link keepJson}. They leave space for other values in the same payload field. */
const KEPT_LIMITS = { ...PAYLOAD_LIMITS, total: FIELD_BYTES.payload - 100_000 };

/**
 * Returns a frozen copy of an object with its JSON cached, so that the object is serialized only once, however often it
 * is recorded. The messages of a conversation, for example, are part of the input of every step. Each property is read
 * once. The cache is only used for lists of such copies in an object that is marked by {@link keepLists}.
 */
export function keepJson(value: object): JsonObject {
  const { value: copy, json } = fitJson(toJson(value, KEPT_LIMITS) ?? {}, KEPT_LIMITS);
  Object.defineProperty(copy, SHARED, { value: toShared(json) });
  return Object.freeze(copy) as JsonObject; // the copy of an object
}

/**
 * Copies a value as JSON, reading each property once. Texts are not truncated; only the number of values is limited.
 */
export function copyJson(value: object): JsonValue {
  return toJson(value, { ...NO_LIMITS, values: MAX_VALUES }) ?? null;
}

/**
 * Marks a plain object, such as an input, whose lists may contain objects returned by {@link keepJson}. The object must
 * not have getters.
 */
export function keepLists<Value extends object>(value: Value): Value {
  holders.add(value);
  return value;
}

export function holdsKept(value: unknown): value is object {
  return typeof value === "object" && value !== null && holders.has(value);
}

/** Returns the cached JSON of a list whose items all come from {@link keepJson}; undefined for any other value. */
export function keptItems(value: unknown): SharedItems | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: SharedJson[] = [];
  for (const item of value as unknown[]) {
    const json = typeof item === "object" && item !== null ? (item as { [SHARED]?: SharedJson })[SHARED] : undefined; // undefined unless `keepJson` created the item
    if (json === undefined) return undefined;
    items.push(json);
  }
  return toSharedItems(items);
}
