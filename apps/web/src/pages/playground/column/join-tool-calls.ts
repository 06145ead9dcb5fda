import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../../../json/json-text.ts";
import { toolCallsIn } from "./message-draft.ts";

/**
 * Joins recorded assistant messages that follow each other and contain tool calls. Some libraries record a message for
 * each of several parallel calls. But chat APIs accept tool calls only in one message, followed by their results.
 */
export function joinToolCalls(messages: readonly JsonValue[]): readonly JsonValue[] {
  const joined: JsonValue[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const calls = callsOnly(message);
    if (calls !== null && isJsonObject(last) && last["role"] === "assistant" && toolCallsIn(last).length > 0) {
      joined[joined.length - 1] = { ...last, tool_calls: [...toolCallsIn(last), ...calls] };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

/** Returns the tool calls of an assistant message that contains nothing else, except its id; otherwise null. */
function callsOnly(message: JsonValue): readonly JsonValue[] | null {
  if (!isJsonObject(message)) return null;
  const { role, content = null, tool_calls: calls = null, id: _id, ...others } = message;
  const hasOthers = !Object.values(others).every(isEmpty);
  const found = toolCallsIn({ tool_calls: calls });
  return role === "assistant" && isEmpty(content) && !hasOthers && found.length > 0 ? found : null;
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}
