import type { JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import type { TraceSpan } from "./trace-span.ts";

/**
 * Returns the messages of the span's call. If there are none, returns the messages in its input; null if it has none
 * either.
 */
export function messagesOf({ write, stored }: TraceSpan): JsonValue {
  const messages = write?.generation?.messages ?? stored?.generation?.messages ?? null;
  if (messages !== null) return messages;
  const input = write?.input ?? stored?.input ?? null;
  const content = isJsonObject(input) ? input["content"] : null;
  return Array.isArray(content) ? content : Array.isArray(input) && isMessage(input[0] ?? null) ? input : null;
}

/**
 * Returns the answer of the span's call. If there is none, returns the message in its output; null if that is no
 * message.
 */
export function completionOf({ write, stored }: TraceSpan): JsonValue {
  const completion = write?.generation?.messageCompletion ?? stored?.generation?.messageCompletion ?? null;
  if (completion !== null) return completion;
  const output = write?.output ?? stored?.output ?? null;
  return isMessage(output) ? output : null;
}

function isMessage(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value["role"] === "string";
}
