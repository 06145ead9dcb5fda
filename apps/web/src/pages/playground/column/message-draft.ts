import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson } from "../../../json/json-text.ts";

export const roles = ["system", "developer", "user", "assistant", "tool"] as const;

/**
 * A message that the user edits. `text`: a text and embedded images, each with an input of its own. `json`: any other
 * message, as one JSON text.
 */
export type MessageDraft =
  | {
      readonly key: number;
      readonly kind: "text";
      readonly role: string;
      readonly text: string;
      readonly images: readonly string[];
      /** Content without text and images. Null for messages that were recorded with tool calls and no content. */
      readonly emptyContent: "" | null;
      /** Fields of the message that the form does not show, and keeps unchanged. */
      readonly rest: { readonly [key: string]: JsonValue };
    }
  | { readonly key: number; readonly kind: "json"; readonly text: string };

export type TextDraft = Extract<MessageDraft, { readonly kind: "text" }>;

export function newMessage(key: number, role: string): TextDraft {
  return { key, kind: "text", role, text: "", images: [], emptyContent: "", rest: {} };
}

export function draftOfMessage(message: JsonValue, key: number): MessageDraft {
  if (isJsonObject(message)) {
    const { role, content = null, ...rest } = message;
    const emptyContent = content === null && toolCallsIn(rest).length > 0 ? null : "";
    const read = readContent(emptyContent === null ? "" : content);
    if (typeof role === "string" && read !== null) return { key, kind: "text", role, ...read, emptyContent, rest };
  }
  return { key, kind: "json", text: JSON.stringify(message, null, 2) };
}

export function toolCallsIn({ tool_calls: calls }: { readonly [key: string]: JsonValue }): readonly JsonValue[] {
  return Array.isArray(calls) ? calls : [];
}

function readContent(content: JsonValue): { readonly text: string; readonly images: readonly string[] } | null {
  if (typeof content === "string") return { text: content, images: [] };
  if (!Array.isArray(content)) return null;
  const [first, ...others] = content;
  const images = others.map(imageIn).filter((url) => url !== null);
  if (!isJsonObject(first) || images.length === 0 || images.length < others.length) return null;
  const { type, text, ...rest } = first;
  if (type !== "text" || typeof text !== "string" || Object.keys(rest).length > 0) return null;
  return { text, images };
}

function imageIn(part: JsonValue): string | null {
  if (!isJsonObject(part) || part["type"] !== "image_url" || Object.keys(part).length !== 2) return null;
  const image = part["image_url"];
  if (!isJsonObject(image) || Object.keys(image).length !== 1) return null;
  const { url } = image;
  return typeof url === "string" && url.startsWith("data:image/") ? url : null;
}

/** Returns a draft that edits the message as JSON. */
export function jsonDraftOf(draft: TextDraft): MessageDraft {
  return { key: draft.key, kind: "json", text: JSON.stringify(messageOf(draft), null, 2) };
}

/** Returns the message of a draft; null if its JSON is invalid or not an object. */
export function messageOf(draft: MessageDraft): { readonly [key: string]: JsonValue } | null {
  if (draft.kind === "json") {
    const { value } = parseJson(draft.text);
    return isJsonObject(value) ? value : null;
  }
  const { role, text, images, emptyContent, rest } = draft;
  const parts = images.map((url): JsonValue => ({ type: "image_url", image_url: { url } }));
  if (text === "" && images.length === 0) return { ...rest, role, content: emptyContent };
  return { ...rest, role, content: images.length === 0 ? text : [{ type: "text", text }, ...parts] };
}
