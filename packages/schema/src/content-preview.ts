import type { JsonValue } from "./generated/sdk.ts";

type JsonObject = { readonly [key: string]: JsonValue };

/** Maximum number of characters of a preview. */
export const previewLength = 240;
/** Maximum number of characters. It is below the limit for the text of a filter, so that clients can search for it. */
const maxErrorLength = 500;

/** Returns the start of a JSON value's readable text; null if the value has no text. */
export function contentPreview(value: JsonValue): string | null {
  const text = oneLine(readableText(value).slice(0, previewLength * 4));
  return text === "" ? null : shortened(text);
}

/**
 * Returns a preview of an input. For a conversation, the preview shows the last user message with a text, because the
 * last message of a model call is often the result of a tool.
 */
export function inputPreview(value: JsonValue): string | null {
  return contentPreview(questionOf(value) ?? value);
}

/** Returns the first line of an error, without a stack trace below it; null without an error. */
export function errorLine(error: string | null): string | null {
  if (error === null) return null;
  const start = error.trimStart().slice(0, maxErrorLength);
  // A cut must not divide a surrogate pair.
  return (start.split("\n", 1)[0] ?? "").replace(/[\uD800-\uDBFF]$/, "").trimEnd();
}

/** Shortens a text to {@link previewLength}. */
export function shortened(text: string): string {
  return text.length <= previewLength ? text : `${text.slice(0, wholeFrom(text, previewLength - 1))}…`;
}

/** Returns an index at which a text can be cut without splitting a surrogate pair: `at` or the index before it. */
export function wholeFrom(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/**
 * Returns the last user message with a text in a list of messages. `value` is the list, or an object whose only value
 * is the list. Null for other values.
 */
function questionOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.findLast((each) => isMessage(each) && each.role === "user" && hasText(each)) ?? null;
  }
  if (!isObject(value) || isMessage(value)) return null;
  const [only = null, ...others] = Object.values(value);
  return others.length > 0 ? null : questionOf(only);
}

function hasText({ content = null }: Message): boolean {
  if (typeof content === "string") return content.trim() !== "";
  if (!Array.isArray(content)) return content !== null;
  return content.some((part) => typeof part === "string" || (isObject(part) && typeof part["text"] === "string"));
}

function readableText(value: JsonValue): string {
  return textOf(value) ?? jsonStart(value);
}

/** Returns the text of a message, or the only text of a value; null for other values. */
function textOf(value: JsonValue): string | null {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return null;
  if (Array.isArray(value)) {
    const message = value.findLast((each) => isMessage(each));
    if (message !== undefined) return textOf(message);
    const [only = null] = value;
    return value.length === 1 && typeof only === "string" ? only : null;
  }
  if (isMessage(value)) return messageText(value);
  const [only = null, ...others] = Object.values(value);
  return only === null || others.length > 0 ? null : textOf(only);
}

type Message = JsonObject & { readonly role: JsonValue };

function isMessage(value: JsonValue): value is Message {
  return isObject(value) && "role" in value;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function messageText(message: Message): string {
  const { content = null, tool_calls: toolCalls = null } = message;
  if (typeof content === "string" && content !== "") return content;
  if (Array.isArray(content)) {
    const texts = content.flatMap((part) =>
      typeof part === "object" && part !== null && !Array.isArray(part) && typeof part["text"] === "string"
        ? [part["text"]]
        : [],
    );
    if (texts.length > 0) return texts.join(" ");
  }
  if (Array.isArray(toolCalls) && toolCalls.length > 0) return toolCalls.map((call) => callText(call)).join(", ");
  return isMessage(content) ? jsonStart(content) : readableText(content);
}

function callText(call: JsonValue): string {
  if (!isObject(call)) return jsonStart(call);
  const { function: called = call } = call;
  const { name = null, arguments: given = null } = isObject(called) ? called : {};
  if (typeof name !== "string") return jsonStart(call);
  return `${name}(${argumentsText(typeof given === "string" ? parsed(given) : given)})`;
}

/** Returns the arguments of a call: their only text, or `name: value` for each. */
function argumentsText(given: JsonValue): string {
  if (given === null) return "";
  if (!isObject(given)) return typeof given === "string" ? given : jsonStart(given);
  const [only, ...others] = Object.values(given);
  if (typeof only === "string" && others.length === 0) return only;
  const pairs = Object.entries(given).slice(0, 16);
  return pairs.map(([name, value]) => `${name}: ${typeof value === "string" ? value : jsonStart(value)}`).join(", ");
}

/** Parses arguments that are JSON. Longer ones are shown as they are, because the preview shows only their start. */
function parsed(text: string): JsonValue {
  if (text.length > previewLength * 4) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns the start of a value's JSON text without serializing all of it. */
function jsonStart(value: JsonValue): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const write = (each: JsonValue): void => {
    if (length > previewLength) return;
    if (typeof each === "string") add(JSON.stringify(each.slice(0, previewLength)));
    else if (Array.isArray(each)) {
      add("[");
      writeAll(each, (item) => write(item));
      add("]");
    } else if (typeof each === "object" && each !== null) {
      add("{");
      writeAll(Object.entries(each), ([key, item]) => {
        add(`${JSON.stringify(key.slice(0, previewLength))}: `);
        write(item);
      });
      add("}");
    } else add(String(each));
  };
  const writeAll = <Item>(items: readonly Item[], writeItem: (item: Item) => void): void => {
    for (const [index, item] of items.entries()) {
      if (length > previewLength) return;
      if (index > 0) add(", ");
      writeItem(item);
    }
  };
  write(value);
  return parts.join("");
}
