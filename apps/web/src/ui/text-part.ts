import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../json/json-text.ts";

/** The only text of a value, and how to replace it. */
export interface TextPart {
  readonly text: string;
  readonly replace: (text: string) => JsonValue;
}

/**
 * Returns the text of a value that is a text, an object whose only value is a text, such as `{ "answer": "Hi" }`, or a
 * message without tool calls. Returns null for any other value.
 */
export function textPartOf(value: JsonValue): TextPart | null {
  if (typeof value === "string") return { text: value, replace: (text) => text };
  if (!isJsonObject(value)) return null;
  const filled = Object.keys(value).filter((key) => value[key] !== null);
  const key = "role" in value ? "content" : filled[0];
  const text = key === undefined ? null : value[key];
  if (key === undefined || typeof text !== "string") return null;
  const isOnly = filled.every((each) => each === key || (key === "content" && (each === "role" || each === "name")));
  return isOnly ? { text, replace: (next) => ({ ...value, [key]: next }) } : null;
}
