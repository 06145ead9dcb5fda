import { isPlainObject } from "../plain-object.ts";
import type { JsonObject, Maybe } from "../types/json.ts";

/** Identity of an experiment item among those of other experiments: its dataset item, otherwise its input. */
export function itemKey(datasetItemId: Maybe<string>, input: unknown): string {
  return datasetItemId ?? `input ${sortedJson(toStored("input", input))}`;
}

/** A value as it is stored: a plain object unchanged, others under `name`. */
export function toStored(name: "input" | "output", value: unknown): JsonObject {
  // Values that JSON cannot represent are replaced when they are sent.
  return (isPlainObject(value) ? value : { [name]: value ?? null }) as JsonObject;
}

/** JSON with sorted keys, because stores may change the order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? "null";
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Short form of an item's identity: 32 hexadecimal digits. */
export async function hashKey(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Id of the stored outcome of one run, the same in every process. */
export function trialId(experimentId: string, key: string, repeat: number): string {
  return `${experimentId}-${key}-${repeat}`;
}

/** Hashed key of a stored item: in its id if `evaluate` stored it. */
export async function storedKey(item: {
  readonly id?: Maybe<string>;
  readonly datasetItemId?: Maybe<string>;
  readonly input?: Maybe<JsonObject>;
}): Promise<string> {
  return /-([0-9a-f]{32})-\d+$/.exec(item.id ?? "")?.[1] ?? hashKey(itemKey(item.datasetItemId, item.input));
}
