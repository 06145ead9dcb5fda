import type { JsonValue } from "@threadline/schema/sdk";

const longest = 200;

/** The beginning of what a person would read in a JSON value: the text of a message, the only value of an object. */
export function previewOf(value: JsonValue | undefined): string {
  return textOf(value).slice(0, longest).replaceAll(/\s+/g, " ");
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) {
    const last = value.at(-1);
    return isMessage(last) ? textOf(last) : JSON.stringify(value.slice(0, 20));
  }
  if (isMessage(value)) return messageText(value);
  const values = Object.values(value);
  const [only] = values;
  if (values.length === 1 && typeof only === "string") return only;
  return JSON.stringify(value, (_key, each: JsonValue) => (typeof each === "string" ? each.slice(0, longest) : each));
}

type Message = { readonly [key: string]: JsonValue };

function isMessage(value: JsonValue | undefined): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "role" in value;
}

function messageText(message: Message): string {
  const { content, tool_calls: toolCalls } = message;
  if (typeof content === "string" && content !== "") return content;
  if (Array.isArray(content)) {
    const texts = content.flatMap((part) =>
      typeof part === "object" && part !== null && !Array.isArray(part) && typeof part["text"] === "string"
        ? [part["text"]]
        : [],
    );
    if (texts.length > 0) return texts.join(" ");
  }
  return toolCalls ? JSON.stringify(toolCalls) : textOf(content);
}
