import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import type { ChatMessage } from "./chat-message.ts";
import { lookup } from "./lookup.ts";
import { fromText, given, structured, toJsonObject, toText } from "./values.ts";

type PartKind = "call" | "result" | "reasoning" | "text" | "media" | "other";

const kinds: ReadonlyMap<string, PartKind> = lookup<PartKind>({
  text: "text",
  input_text: "text",
  output_text: "text",
  tool_call: "call",
  "tool-call": "call",
  tool_use: "call",
  server_tool_call: "call",
  tool_call_response: "result",
  server_tool_call_response: "result",
  "tool-result": "result",
  tool_result: "result",
  reasoning: "reasoning",
  thinking: "reasoning",
  image: "media",
  file: "media",
  blob: "media",
  uri: "media",
  media: "media",
  audio: "media",
  video: "media",
  input_image: "media",
  input_file: "media",
  input_audio: "media",
});

/**
 * Keys that show the kind of a message part without a type. Gemini, Bedrock, Genkit and Haystack send such parts. A
 * part with a key in `callKeys` is a tool call, in `resultKeys` a tool result, and in `mediaKeys` a file or image.
 */
const callKeys = ["toolUse", "toolRequest", "functionCall", "function_call", "tool_call"];
const resultKeys = ["toolResult", "toolResponse", "functionResponse", "function_response", "tool_call_result"];
const mediaKeys = ["media", "inlineData", "inline_data", "image"];

export function partKind(part: JsonObject): PartKind {
  const type = toText(part["type"] ?? part["part_kind"] ?? part["block_type"]);
  const kind = type === undefined ? undefined : kinds.get(type);
  if (kind !== undefined) return kind;
  const has = (key: string) => isJsonObject(part[key]);
  if (callKeys.some(has)) return "call";
  if (resultKeys.some(has)) return "result";
  if (mediaKeys.some(has)) return "media";
  if (part["reasoningContent"] !== undefined || has("reasoning")) return "reasoning";
  return type === undefined && typeof part["text"] === "string" ? "text" : "other";
}

export function isPart(value: JsonValue): boolean {
  if (!isJsonObject(value) || value["role"] !== undefined) return false;
  const kind = partKind(value);
  return kind !== "other";
}

export function textIn(part: JsonValue): string {
  if (typeof part === "string") return part;
  const fields = toJsonObject(part);
  for (const key of [
    "text",
    "content",
    "thinking",
    "reasoning",
    "reasoningContent",
    "reasoningText",
    "reasoning_text",
  ]) {
    const value = fields[key];
    if (typeof value === "string") return value;
    if (isJsonObject(value)) return textIn(value);
  }
  return "";
}

export function toolCall(call: JsonObject): JsonObject {
  const nested = ["function", ...callKeys].map((key) => call[key]).find(isJsonObject);
  const target = nested ?? call;
  const keys = ["arguments", "input", "args", "parameters", "toolInput", "tool_kwargs"];
  const args = keys.map((key) => target[key] ?? null).find((each) => each !== null) ?? {};
  const ids = ["call_id", "toolCallId", "tool_call_id", "toolUseId", "ref", "id"];
  const id = ids.map((key) => toText(call[key]) ?? toText(target[key])).find((each) => each !== undefined);
  const name = toText(target["name"] ?? target["toolName"] ?? target["tool_name"] ?? call["name"]) ?? "";
  return {
    ...given({ id }),
    type: "function",
    function: { name, arguments: typeof args === "string" ? unquoted(args) : JSON.stringify(args) },
  };
}

function unquoted(args: string): string {
  const read = args.startsWith('"{') ? fromText(args) : args;
  return typeof read === "string" ? read : JSON.stringify(read);
}

export function resultOf(part: JsonObject): ChatMessage {
  const nested = resultKeys.map((key) => part[key]).find(isJsonObject);
  const target = nested ?? part;
  // In Haystack, `origin` is the call that a result belongs to.
  const named = { ...toJsonObject(target["origin"]), ...target };
  const ids = ["tool_use_id", "toolUseId", "toolCallId", "tool_call_id", "call_id", "ref", "id"];
  const id = ids.map((key) => named[key]).find((each) => toText(each) !== undefined);
  const keys = ["response", "result", "output", "content"];
  const value = keys.map((key) => target[key]).find((each) => each !== undefined) ?? null;
  return toolResult(id, value);
}

export function toolResult(id: JsonValue | undefined, value: JsonValue): ChatMessage {
  return { role: "tool", content: resultText(value), ...given({ tool_call_id: toText(id) }) };
}

/**
 * Returns the text of a tool result. Results are tagged values in the AI SDK, and lists of text parts in Bedrock and
 * Anthropic.
 */
export function resultText(value: JsonValue): JsonValue {
  if (typeof value === "string") {
    const read = value.startsWith("[{") ? structured(value) : value;
    const isJson =
      Array.isArray(read) && read.length > 0 && read.every((part) => isJsonObject(part) && isJsonPart(part));
    return isJson ? resultText(read) : value;
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isResultPart)) return value.map(resultPartText).join("");
  if (isJsonObject(value) && typeof value["type"] === "string" && "value" in value && Object.keys(value).length <= 3) {
    return resultText(value["value"] ?? null);
  }
  // Gemini's functions return an object. ADK puts a plain return value under the key `result`.
  if (isJsonObject(value) && Object.keys(value).length === 1 && typeof value["result"] === "string") {
    return value["result"];
  }
  return value === null ? null : JSON.stringify(value);
}

function isResultPart(part: JsonValue): boolean {
  return isJsonObject(part) && (partKind(part) === "text" || isJsonPart(part));
}

export function isJsonPart(part: JsonObject): boolean {
  return Object.keys(part).length === 1 && part["json"] !== undefined;
}

function resultPartText(part: JsonValue): string {
  return isJsonObject(part) && isJsonPart(part) ? JSON.stringify(part["json"]) : textIn(part);
}

/** Converts an image, audio or file to a part in OpenAI's format. Its data become a data URL. */
export function mediaPart(part: JsonObject): JsonObject {
  const fields = [
    part["media"],
    part["inlineData"],
    part["inline_data"],
    part["source"],
    part["image"],
    part["file"],
  ].find(isJsonObject);
  // The data of an image are in `image.image` for OpenInference, and in `image.source` for Bedrock.
  const inner = toJsonObject(fields?.["image"] ?? fields?.["source"]);
  const all: JsonObject = { ...part, ...fields, ...inner };
  const format = toText(fields?.["format"]);
  const mime =
    (part["type"] === "input_file" ? "application/*" : undefined) ??
    toText(all["mime_type"] ?? all["mimeType"] ?? all["mediaType"] ?? all["media_type"] ?? all["contentType"]) ??
    (format === undefined ? undefined : `image/${format}`) ??
    `${toText(all["modality"]) ?? "image"}/*`;
  const link = all["url"] ?? all["uri"] ?? all["image_url"] ?? all["file_url"] ?? null;
  const address = toText(isJsonObject(link) ? link["url"] : link);
  const data = toText(
    all["data"] ??
      all["file_data"] ??
      all["content"] ??
      all["image"] ??
      all["bytes"] ??
      all["base64"] ??
      all["base64_image"],
  );
  const isAddress = data !== undefined && /^(?:https?|data):/u.test(data);
  const url = address ?? (data === undefined || isAddress ? data : `data:${mime};base64,${data}`);
  if (url === undefined) return part;
  if (mime.startsWith("image/")) return { type: "image_url", image_url: { url } };
  return { type: "file", file: { ...given({ filename: toText(all["filename"] ?? all["name"]) }), file_data: url } };
}
