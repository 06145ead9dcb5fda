import type { JsonObject, JsonValue } from "@threadline/core";
import { isPlainObject, keepLists } from "@threadline/core/internal";
import { isMessage, knownTextJson, toMessageJson } from "./messages.ts";
import { toFields } from "./values.ts";

/** Maximum depth of the copy. The SDK converts deeper values to JSON when the step is sent. */
const MAX_DEPTH = 50;

/**
 * Copies a value, and converts the LangChain messages in it to recorded messages. Other values, including cycles, are
 * not changed. Never throws.
 */
export function toReadable(value: unknown): JsonValue {
  return copy(value, new Map(), 0);
}

/**
 * Converts a value to an object, as required for the input and output of a step. A value that is not an object is put
 * under `key`.
 */
export function toReadableObject(value: unknown, key: "input" | "output"): JsonObject {
  const readable = toReadable(value);
  return isPlainObject(readable) && !isMessage(value) ? readable : keepLists({ [key]: readable });
}

function copy(value: unknown, copies: Map<unknown, JsonValue>, depth: number): JsonValue {
  if (typeof value !== "object" || value === null) return value as JsonValue;
  try {
    const known = knownTextJson(value) ?? copies.get(value);
    if (known !== undefined) return known;
    if (isMessage(value)) return toMessageJson(value);
    if (isPromptValue(value)) return copy(value.messages ?? value.value, copies, depth);
    if (depth < MAX_DEPTH && Array.isArray(value)) {
      const list: JsonValue[] = [];
      copies.set(value, list);
      for (const item of value as unknown[]) list.push(copy(item, copies, depth + 1));
      return list;
    }
    if (depth < MAX_DEPTH && (isPlainObject(value) || isInstruction(value))) {
      const fields: JsonObject = {};
      copies.set(value, fields);
      for (const [key, item] of Object.entries(value)) {
        if (!OWN_KEYS.has(key)) fields[key] = copy(item, copies, depth + 1);
      }
      return depth === 0 ? keepLists(fields) : fields;
    }
  } catch {
    // A getter of the application threw, so the value is returned without being copied. When the step is sent, a note
    // replaces the value.
  }
  return value as JsonValue;
}

/**
 * Keys that are not copied. `lg_name` and `lc_direct_tool_output` are internal fields of LangGraph. `__proto__` would
 * set the prototype of the copy.
 */
const OWN_KEYS: ReadonlySet<string> = new Set(["lg_name", "lc_direct_tool_output", "__proto__"]);

function isInstruction(value: unknown): value is object {
  return typeof toFields(value)["lg_name"] === "string";
}

function isPromptValue(value: unknown): value is { messages?: unknown; value?: unknown } {
  const { toChatMessages, messages, value: text } = toFields(value);
  return typeof toChatMessages === "function" && (Array.isArray(messages) || typeof text === "string");
}
