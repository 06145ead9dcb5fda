import type { JsonObject, JsonValue } from "@threadline/core";
import { isPlainObject, keepLists } from "@threadline/core/internal";
import { isMessage, knownTextJson, toMessageJson } from "./messages.ts";
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

/** The value as an object, as required for input and output of a step; other values are stored under the key. */
export function toReadableObject(value: unknown, key: "input" | "output"): JsonObject {
  const readable = toReadable(value);
  return isPlainObject(readable) && !isMessage(value) ? readable : keepLists({ [key]: readable });
}

/** Each object is copied once, so that values which refer to each other take no more time than they have objects. */
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
    // A getter of the host's that throws; the SDK notes it in its place.
  }
  return value as JsonValue;
}

/** Marker of LangGraph's instructions, and a key that no other object may have. */
const OWN_KEYS: ReadonlySet<string> = new Set(["lg_name", "lc_direct_tool_output", "__proto__"]);

/** Whether the value is an instance of LangGraph's `Command` (such as resume), `Send` or `Overwrite`. */
function isInstruction(value: unknown): value is object {
  return typeof toFields(value)["lg_name"] === "string";
}

/** Whether it is what a prompt template renders: messages, or one text. */
function isPromptValue(value: unknown): value is { messages?: unknown; value?: unknown } {
  const { toChatMessages, messages, value: text } = toFields(value);
  return typeof toChatMessages === "function" && (Array.isArray(messages) || typeof text === "string");
}
