import type { JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import type { TraceSpan } from "./trace-span.ts";

/** Messages of the span's call, otherwise the messages in its input; null without any. */
export function messagesOf({ write, stored }: TraceSpan): JsonValue {
  const messages = write?.generation?.messages ?? stored?.generation?.messages ?? null;
  if (messages !== null) return messages;
  const input = write?.input ?? stored?.input ?? null;
  const content = isJsonObject(input) ? input["content"] : null;
  return Array.isArray(content) ? content : Array.isArray(input) && isMessage(input[0] ?? null) ? input : null;
}

/** Answer of the span's call, otherwise a message in its output; null without one. */
export function completionOf({ write, stored }: TraceSpan): JsonValue {
  const completion = write?.generation?.messageCompletion ?? stored?.generation?.messageCompletion ?? null;
  if (completion !== null) return completion;
  const output = write?.output ?? stored?.output ?? null;
  return isMessage(output) ? output : null;
}

function isMessage(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value["role"] === "string";
}
