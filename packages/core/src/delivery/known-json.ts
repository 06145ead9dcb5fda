import { NO_LIMITS, toJson } from "../transport/to-json.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { FIELD_BYTES, fitJson, MAX_VALUES, PAYLOAD_LIMITS } from "./field-limits.ts";
import { type SharedItems, type SharedJson, toShared, toSharedItems } from "./shared-json.ts";

/** Property with the JSON of a frozen object. A `WeakMap` is slower, and slows down garbage collection. */
const SHARED = Symbol("shared JSON");
/** Objects marked by {@link keepLists}. */
const holders = new WeakSet<object>();
/** Leaves room for the rest of the field. */
const KEPT_LIMITS = { ...PAYLOAD_LIMITS, total: FIELD_BYTES.payload - 100_000 };

/**
 * Freezes a copy of an object and caches its JSON, so that it is serialized once however often it is recorded: the messages of a
 * conversation are part of the input of every step. Each property is read once. The cache is used only for lists of such copies in
 * an object marked by {@link keepLists}.
 */
export function keepJson(value: object): JsonObject {
  const { value: copy, json } = fitJson(toJson(value, KEPT_LIMITS) ?? {}, KEPT_LIMITS);
  Object.defineProperty(copy, SHARED, { value: toShared(json) });
  return Object.freeze(copy) as JsonObject; // the copy of an object
}

/** Copies a value as JSON without truncating texts, reading each property once. Only the number of values is limited. */
export function copyJson(value: object): JsonValue {
  return toJson(value, { ...NO_LIMITS, values: MAX_VALUES }) ?? null;
}

/** Marks a plain object without getters, such as an input, whose lists may consist of kept objects. */
export function keepLists<Value extends object>(value: Value): Value {
  holders.add(value);
  return value;
}

/** Whether the value was marked by {@link keepLists}. */
export function holdsKept(value: unknown): value is object {
  return typeof value === "object" && value !== null && holders.has(value);
}

/** Returns the JSON of a list whose items were all kept; undefined for any other value. */
export function keptItems(value: unknown): SharedItems | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: SharedJson[] = [];
  for (const item of value as unknown[]) {
    const json = typeof item === "object" && item !== null ? (item as { [SHARED]?: SharedJson })[SHARED] : undefined; // absent in other objects
    if (json === undefined) return undefined;
    items.push(json);
  }
  return toSharedItems(items);
}
