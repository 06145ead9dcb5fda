import type { JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import type { TraceSpan } from "./trace-span.ts";

/**
 * Returns the messages of a span: those of its generation or, without any, the messages in the input of its step. Null
 * if neither has messages.
 */
export function messagesOf({ write, stored }: TraceSpan): JsonValue {
  const messages = write?.generation?.messages ?? stored?.generation?.messages ?? null;
  if (messages !== null) return messages;
  const input = write?.input ?? stored?.input ?? null;
  const content = isJsonObject(input) ? input["content"] : null;
  return Array.isArray(content) ? content : Array.isArray(input) && isMessage(input[0] ?? null) ? input : null;
}

/**
 * Returns the answer of a span, which is the completion of its generation. Without a completion, returns the output of
 * its step if that output is a message, otherwise null.
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
