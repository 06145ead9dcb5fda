import type { JsonValue } from "@threadline/schema/sdk";

export type ChatPart =
  | { readonly kind: "text" | "refusal"; readonly text: string }
  /** Reasoning of the model. Empty if the provider does not disclose it. */
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "image" | "audio" | "video" | "file"; readonly url: string | null; readonly name: string | null }
  | {
      readonly kind: "toolCall";
      readonly id: string | null;
      readonly name: string;
      readonly arguments: JsonValue;
    }
  | { readonly kind: "toolResult"; readonly id: string | null; readonly content: JsonValue }
  | { readonly kind: "json"; readonly value: JsonValue };

export interface ChatMessage {
  readonly role: string;
  readonly name: string | null;
  readonly parts: readonly ChatPart[];
}

type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Parses chat messages in the formats of OpenAI (both APIs), Anthropic or LangChain. Returns null for any other value.
 */
export function readChatMessages(value: JsonValue): readonly ChatMessage[] | null {
  if (Array.isArray(value)) {
    const messages = value.map(readChatMessage);
    return value.length > 0 && messages.every((message) => message !== null) ? messages : null;
  }
  const message = readChatMessage(value);
  return message && [message];
}

export function readChatMessage(value: JsonValue): ChatMessage | null {
  if (!isObject(value)) return null;
  const inner = isObject(value["kwargs"]) ? value["kwargs"] : value;
  const role = roleOf(value, inner);
  if (role === null) return null;
  const result = textOf(inner["tool_call_id"]);
  const parts: ChatPart[] =
    role === "tool" || role === "function"
      ? [{ kind: "toolResult", id: result, content: inner["content"] ?? null }]
      : [...reasoningOf(inner), ...readParts(inner["content"] ?? null).flatMap(splitThinking(role)), ...callsOf(inner)];
  if (typeof inner["refusal"] === "string") parts.push({ kind: "refusal", text: inner["refusal"] });
  return { role, name: textOf(inner["name"]), parts: [...itemParts(inner), ...parts] };
}

/**
 * Splits the answer of an open model into reasoning and text. Such models write the reasoning between `<think>` tags at
 * the start. The reasoning part includes the tags, so that all recorded characters are shown.
 */
function splitThinking(role: string): (part: ChatPart) => ChatPart[] {
  return (part) => {
    if (role !== "assistant" || part.kind !== "text" || !part.text.trimStart().startsWith("<think>")) return [part];
    const end = part.text.indexOf("</think>") + "</think>".length;
    if (end < "</think>".length) return [part];
    const rest = part.text.slice(end);
    return [
      { kind: "reasoning", text: part.text.slice(0, end) },
      ...(rest.trim() === "" ? [] : [{ kind: "text", text: rest } as const]),
    ];
  };
}

const itemRoles: ReadonlyMap<string, string> = new Map([
  ["function_call", "assistant"],
  ["custom_tool_call", "assistant"],
  ["reasoning", "assistant"],
  ["function_call_output", "tool"],
  ["custom_tool_call_output", "tool"],
]);
const longRoles: ReadonlyMap<string, string> = new Map([
  ["human", "user"],
  ["ai", "assistant"],
  ["developer", "system"],
  ["model", "assistant"],
]);

function roleOf(value: JsonObject, inner: JsonObject): string | null {
  const type = textOf(inner["type"]) ?? textOf(value["type"]);
  const className = Array.isArray(value["id"]) ? textOf(value["id"].at(-1) ?? null) : null;
  const named = className?.match(/^(Human|AI|System|Tool|Function)Message/)?.[1]?.toLowerCase();
  const role = textOf(inner["role"]) ?? named ?? (type === null ? undefined : itemRoles.get(type));
  if (role !== undefined && role !== null) return longRoles.get(role) ?? role;
  return type !== null && "content" in inner && ["human", "ai", "system", "tool"].includes(type)
    ? (longRoles.get(type) ?? type)
    : null;
}

function itemParts(item: JsonObject): ChatPart[] {
  switch (item["type"]) {
    case "function_call":
      return [toolCall(item["call_id"], item["name"], item["arguments"])];
    case "custom_tool_call":
      return [toolCall(item["call_id"], item["name"], item["input"])];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ kind: "toolResult", id: textOf(item["call_id"]), content: item["output"] ?? null }];
    default:
      return [];
  }
}

function reasoningOf(message: JsonObject): ChatPart[] {
  const given = message["reasoning_content"] ?? message["reasoning"] ?? message["summary"] ?? null;
  if (typeof given === "string" && given !== "") return [{ kind: "reasoning", text: given }];
  if (!Array.isArray(given)) return [];
  const texts = given.flatMap((each) => (isObject(each) ? textOf(each["text"]) : textOf(each)) ?? []);
  // Reasoning items of the Responses API often have no text.
  return texts.length > 0 || message["type"] === "reasoning" ? [{ kind: "reasoning", text: texts.join("\n\n") }] : [];
}

function callsOf(message: JsonObject): ChatPart[] {
  const calls = message["tool_calls"];
  const old = message["function_call"];
  return [...(Array.isArray(calls) ? calls : []), ...(isObject(old) ? [{ function: old }] : [])].flatMap((call) => {
    if (!isObject(call)) return [];
    const target = isObject(call["function"]) ? call["function"] : call;
    return [toolCall(call["id"], target["name"], target["arguments"] ?? target["args"])];
  });
}

function toolCall(id: JsonValue | undefined, name: JsonValue | undefined, given: JsonValue | undefined): ChatPart {
  return { kind: "toolCall", id: textOf(id), name: textOf(name) ?? "", arguments: parseText(given ?? null) };
}

export function readParts(content: JsonValue): ChatPart[] {
  if (content === null || content === "") return [];
  if (typeof content === "string") return [{ kind: "text", text: content }];
  if (Array.isArray(content)) return content.flatMap(readPart);
  return isObject(content) && "type" in content ? readPart(content) : [{ kind: "json", value: content }];
}

function readPart(part: JsonValue): ChatPart[] {
  if (typeof part === "string") return [{ kind: "text", text: part }];
  if (!isObject(part)) return [{ kind: "json", value: part }];
  const text = textOf(part["text"]);
  switch (part["type"]) {
    case "text":
    case "input_text":
    case "output_text":
      return text === null ? [{ kind: "json", value: part }] : [{ kind: "text", text }];
    case "refusal":
      return [{ kind: "refusal", text: textOf(part["refusal"]) ?? "" }];
    case "thinking":
    case "reasoning":
      return [{ kind: "reasoning", text: textOf(part["thinking"]) ?? text ?? textOf(part["reasoning"]) ?? "" }];
    case "redacted_thinking":
      return [{ kind: "reasoning", text: "" }];
    case "tool_use":
      return [toolCall(part["id"], part["name"], part["input"])];
    case "tool_result":
      return [{ kind: "toolResult", id: textOf(part["tool_use_id"]), content: part["content"] ?? null }];
    case "image_url":
    case "input_image":
    case "image":
      return [media("image", part)];
    case "input_audio":
    case "audio":
      return [media("audio", part)];
    case "video_url":
    case "video":
      return [media("video", part)];
    case "file":
    case "input_file":
    case "document":
      return [media("file", part)];
    default:
      return [{ kind: "json", value: part }];
  }
}

function media(kind: "image" | "audio" | "video" | "file", part: JsonObject): ChatPart {
  const at = [part[`${kind}_url`], part[`input_${kind}`], part[kind], part["source"], part].find(
    (each) => (typeof each === "string" && each !== "") || isObject(each),
  );
  if (typeof at === "string") return { kind, url: at, name: null };
  const source = isObject(at) ? at : {};
  const data = textOf(source["data"]) ?? textOf(source["file_data"]);
  const format = textOf(source["media_type"]) ?? textOf(source["mime_type"]) ?? formatType(kind, source["format"]);
  const inline = data === null ? null : data.startsWith("data:") ? data : `data:${format};base64,${data}`;
  return {
    kind,
    url: textOf(source["url"]) ?? textOf(source[`${kind}_url`]) ?? inline,
    name: textOf(source["filename"]) ?? textOf(source["name"]) ?? textOf(source["title"]),
  };
}

function formatType(kind: string, format: JsonValue | undefined): string {
  if (kind === "audio") return `audio/${format === "mp3" ? "mpeg" : (textOf(format) ?? "wav")}`;
  return kind === "file" ? "application/octet-stream" : `${kind}/${textOf(format) ?? "png"}`;
}

/** Parses a text of JSON, such as the arguments of a tool call. Returns any other value unchanged. */
export function parseText(value: JsonValue): JsonValue {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    const parsed = JSON.parse(value) as JsonValue;
    return isWhole(value, parsed) ? parsed : value;
  } catch {
    return value;
  }
}

/**
 * Whether the parsed value can be shown instead of the text without loss. JSON parsing turns `1.0` into `1`, removes
 * repeated keys, and moves numeric keys to the front.
 */
function isWhole(text: string, parsed: JsonValue): boolean {
  const compact = text.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : "",
  );
  return compact === JSON.stringify(parsed);
}

export function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
