import type { JsonValue } from "@threadline/schema/sdk";
import { isObject } from "./chat-message.ts";
import { isTable, Pairs, Payload } from "./chat-parts.tsx";
import { plainText } from "./plain-text.ts";

/**
 * Shows an object as a table of its fields. Shows any other value as a payload, and also an object that contains only
 * text.
 */
export function Fields({ value }: { readonly value: JsonValue }) {
  return isObject(value) && isTable(value) && plainText(value) === null ? (
    <Pairs value={value} />
  ) : (
    <Payload value={value} />
  );
}
