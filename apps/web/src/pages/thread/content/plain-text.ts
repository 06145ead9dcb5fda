import type { JsonValue } from "@threadline/schema/sdk";
import { pairsLine } from "../../../json/json-text.ts";
import { isObject, readChatMessage } from "./chat-message.ts";

const textKeys = ["content", "text", "message", "output", "answer", "question", "input", "query", "value", "result"];

/**
 * Returns the text of a payload that is a string, or an object that contains only a text, such as `{ "answer": "Hi" }`.
 * Returns null for any other payload.
 */
export function plainText(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  const key = textKeys.find((each) => typeof value[each] === "string");
  if (key === undefined || (keys.length > 1 && key !== "content")) return null;
  const others = keys.filter((each) => each !== key && each !== "role" && each !== "name");
  return others.length === 0 ? (value[key] as string) : null; // `key` was found by the type of its value
}

/** Describes a payload in one line of at most `length` characters. */
function previewOf(value: JsonValue, length = 160): string {
  if (value === null) return "";
  const chat = chatPreview(value);
  if (chat !== null) return cut(chat, length);
  const text = plainText(value) ?? (typeof value === "string" ? value : JSON.stringify(shorten(value, 3, length)));
  return cut(text, length);
}

/**
 * Describes a payload in one line of a table. Unlike {@link previewOf}, shows the fields of objects as `name: value`.
 */
export function lineOf(value: JsonValue, length: number): string {
  const isFields = isObject(value) && plainText(value) === null && chatPreview(value) === null;
  return isFields ? cut(pairsLine(shorten(value, 3, length), length), length) : previewOf(value, length);
}

function cut(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/** Returns the text or tool calls of the last message; null if the payload is no chat. */
function chatPreview(value: JsonValue): string | null {
  const inner = isObject(value) && Array.isArray(value["messages"]) ? value["messages"] : value;
  const last = Array.isArray(inner) ? (inner.at(-1) ?? null) : inner;
  const message = readChatMessage(last);
  if (!message) return null;
  const texts = message.parts.map((part) => {
    if (part.kind === "text" || part.kind === "refusal") return part.text;
    if (part.kind === "toolCall") return `${part.name}(${lineOf(part.arguments, 60)})`;
    return part.kind === "toolResult" ? previewOf(part.content, 120) : "";
  });
  return texts.join(" ");
}

/** Copies only what a preview can show, so that previews of large payloads are fast. */
function shorten(value: JsonValue, depth: number, length: number): JsonValue {
  if (typeof value === "string") return value.slice(0, length);
  if (Array.isArray(value))
    return depth === 0 ? ["…"] : value.slice(0, 8).map((each) => shorten(each, depth - 1, length));
  if (!isObject(value)) return value;
  if (depth === 0) return { "…": "…" };
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 8)
      .map(([key, each]) => [key, shorten(each, depth - 1, length)]),
  );
}
