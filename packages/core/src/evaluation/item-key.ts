import { isPlainObject } from "../plain-object.ts";
import type { JsonObject, Maybe } from "../types/json.ts";

/** Returns a key that is the same in all experiments: the id of the dataset item or, if there is none, the input. */
export function itemKey(datasetItemId: Maybe<string>, input: unknown): string {
  return datasetItemId ?? `input ${sortedJson(toStored("input", input))}`;
}

/**
 * Converts an input or output to the object that is stored. A plain object stays unchanged. Any other value is put
 * under the key `input` or `output`.
 */
export function toStored(name: "input" | "output", value: unknown): JsonObject {
  // The cast is safe: values that JSON cannot represent are replaced when the object is sent.
  return (isPlainObject(value) ? value : { [name]: value ?? null }) as JsonObject;
}

/** Serializes a value with sorted keys, because stores may change the order of keys. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? "null";
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export async function hashKey(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the id of the experiment item for one run of an item. When an experiment is continued, the stored runs are
 * recognized by this id.
 */
export function trialId(experimentId: string, key: string, repeat: number): string {
  return `${experimentId}-${key}-${repeat}`;
}

/**
 * Returns the hash of a stored item's key. If `evaluate` stored the item, the id of the item contains this hash.
 * Otherwise, the hash is computed from the id of the dataset item or, if there is none, from the input.
 */
export async function storedKey(item: {
  readonly id?: Maybe<string>;
  readonly datasetItemId?: Maybe<string>;
  readonly input?: Maybe<JsonObject>;
}): Promise<string> {
  return /-([0-9a-f]{32})-\d+$/.exec(item.id ?? "")?.[1] ?? hashKey(itemKey(item.datasetItemId, item.input));
}
