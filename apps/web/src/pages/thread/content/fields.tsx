import type { JsonValue } from "@threadline/schema/sdk";
import { isObject } from "./chat-message.ts";
import { isTable, Pairs, Payload } from "./chat-parts.tsx";
import { plainText } from "./plain-text.ts";

/**
 * Shows an object as a table of its fields. Shows all other values as a payload, and also objects that contain only a
 * text, such as `{ "content": "Hi" }`.
 */
export function Fields({ value }: { readonly value: JsonValue }) {
  return isObject(value) && isTable(value) && plainText(value) === null ? (
    <Pairs value={value} />
  ) : (
    <Payload value={value} />
  );
}
