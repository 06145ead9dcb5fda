import type { JsonObject, JsonValue } from "@threadline/core";
import { isPlainObject } from "@threadline/core/recording";
import { isMessage, toMessageJson } from "./messages.ts";
import { toFields } from "./values.ts";

/** Deeper values are left to the SDK, which writes them as JSON. */
const MAX_DEPTH = 50;

/**
 * A copy in which LangChain's messages are messages as the service shows them; everything else stays as it is, cycles included. It
 * never throws: what JSON cannot hold is replaced when the step is sent.
 */
export function toReadable(value: unknown): JsonValue {
  return copy(value, new Map(), 0);
}

/** The same as an object, as the input and output of a step are; what is none goes under the key. */
export function toReadableObject(value: unknown, key: "input" | "output"): JsonObject {
  const readable = toReadable(value);
  return isPlainObject(readable) && !isMessage(value) ? readable : { [key]: readable };
}

/** Each object is copied once, so that values which refer to each other take no more time than they have objects. */
function copy(value: unknown, copies: Map<unknown, JsonValue>, depth: number): JsonValue {
  const known = copies.get(value);
  if (known !== undefined) return known;
  try {
    if (isMessage(value)) return toMessageJson(value);
    if (depth < MAX_DEPTH && Array.isArray(value)) {
      const list: JsonValue[] = [];
      copies.set(value, list);
      for (const item of value as unknown[]) list.push(copy(item, copies, depth + 1));
      return list;
    }
    if (depth < MAX_DEPTH && (isPlainObject(value) || isCommand(value))) {
      const fields: JsonObject = {};
      copies.set(value, fields);
      for (const [key, item] of Object.entries(value)) {
        if (key !== "lg_name" && key !== "__proto__") fields[key] = copy(item, copies, depth + 1);
      }
      return fields;
    }
  } catch {
    // A getter of the host's that throws; the SDK notes it in its place.
  }
  return value as JsonValue;
}

/** A command of LangGraph, such as the one that resumes, is an instance of its own class. */
function isCommand(value: unknown): value is object {
  return toFields(value)["lg_name"] === "Command";
}
