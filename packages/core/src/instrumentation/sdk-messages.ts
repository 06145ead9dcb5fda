import type { IGenerationMessage } from "../types/generations.ts";
import type { JsonObject } from "../types/json.ts";
import { emptyRecord, toList, toObject, toText, type Wire } from "./wire.ts";

type Message = Record<string, unknown>;

/** Form in which files in messages are recorded. `kept`: as attachments of the step. `named`: only by their names. */
type Files = "kept" | "named";

/**
 * Converts messages of the AI SDK to recorded messages. Each tool result becomes a message of its own. Frameworks built
 * on the AI SDK use the same format.
 */
export function readMessages(messages: unknown, files: Files = "kept"): IGenerationMessage[] {
  // The cast is safe: `readMessage` converts the content, and the AI SDK uses the same roles as recorded messages.
  return toList(messages).flatMap((message) => readMessage(message, files)) as unknown as IGenerationMessage[];
}

function readMessage({ role, content }: Wire, files: Files): Message[] {
  if (role === "tool") return toList(content).map(readToolResult);
  if (!Array.isArray(content)) return [{ role, content: toText(content) ?? null }];
  return [{ role, ...readContent(content, files) }];
}

/**
 * Converts the parts of a message or a response. Texts and files become the content. Tool calls and reasoning get their
 * own fields.
 */
export function readContent(parts: unknown, files: Files = "kept"): Message {
  const content: unknown[] = [];
  const reasoning: string[] = [];
  const calls: unknown[] = [];
  const results: unknown[] = [];
  const others: unknown[] = [];
  for (const part of toList(parts)) {
    const { type } = part;
    if (type === "text") content.push({ type, text: toText(part["text"]) ?? "" });
    else if (type === "reasoning") reasoning.push(toText(part["text"]) ?? "");
    else if (type === "tool-call") calls.push(readToolCall(part));
    else if (type === "tool-result") results.push(readToolResult(part));
    else if (type === "file" || type === "image" || type === "reasoning-file") content.push(readFile(part, files));
    else if (type !== "source") others.push(part);
  }
  const message: Message = { content: simplify([...content, ...others]) };
  const thought = reasoning.join("");
  if (thought !== "") message["reasoning_content"] = thought;
  if (calls.length > 0) message["tool_calls"] = calls;
  // `results` contains only results of tools that the provider itself ran. The results of other tools are messages of
  // their own.
  if (results.length > 0) message["tool_results"] = results;
  return message;
}

export function readSources(parts: unknown): JsonObject[] | undefined {
  const sources = toList(parts).filter(({ type }) => type === "source");
  // The provider's sources are JSON, so the cast is safe.
  return sources.length === 0 ? undefined : (sources as JsonObject[]);
}

function simplify(content: readonly unknown[]): unknown {
  if (content.length === 0) return null;
  const texts = content.map((part) => {
    const { type, text } = toObject(part);
    return type === "text" ? toText(text) : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join("") : content;
}

/** Converts a tool call. Some frameworks call its arguments `input`, others `args`. */
export function readToolCall({ toolCallId, toolName, input, args }: Wire): Wire {
  const given = input ?? args;
  const text = typeof given === "string" ? given : toJson(given);
  return { id: toText(toolCallId), type: "function", function: { name: toText(toolName) ?? "", arguments: text } };
}

export function readToolResult({ toolCallId, toolName, output, result }: Wire): Message {
  return {
    role: "tool",
    tool_call_id: toText(toolCallId),
    name: toText(toolName),
    content: readToolOutput(output ?? result),
  };
}

/**
 * Converts the output of a tool. The SDK puts the output into an object with a `type`, such as `text` or `json`. The
 * result of a provider's own tool is plain JSON without a type.
 */
function readToolOutput(output: unknown): unknown {
  const { type, value, reason } = toObject(output);
  if (type === "text" || type === "error-text") return toText(value) ?? "";
  if (type === "json" || type === "error-json") return toJson(value);
  if (type === "execution-denied") return toText(reason) ?? "Execution denied";
  if (type !== "content") return typeof output === "string" ? output : toJson(output);
  return simplify(toList(value).map((part) => (part["type"] === "text" ? part : readFile(part, "named"))));
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value ?? {}) ?? "";
  } catch {
    // The value is cyclic or throws, so the SDK could not send it to the model either.
    return "";
  }
}

function readFile(part: Wire, files: Files): Wire {
  const { filename } = part;
  const mime = toText(part["mediaType"]) ?? (part["type"] === "image" ? "image/*" : "application/octet-stream");
  const content = files === "named" ? `[${toText(filename) ?? mime}]` : readData(part["data"] ?? part["image"], mime);
  if (mime.startsWith("image/")) return { type: "image_url", image_url: { url: content } };
  const file = emptyRecord();
  if (typeof filename === "string") file["filename"] = filename;
  file["file_data"] = content;
  return { type: "file", file };
}

/**
 * Returns the data of a file: bytes, base64 or a URL. In version 7 of the AI SDK, the data are in an object that states
 * their kind.
 */
function readData(data: unknown, mime: string): unknown {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return new Blob([data as BlobPart], { type: mime });
  if (data instanceof URL) return data.href;
  if (typeof data === "string") return /^(https?|data):/u.test(data) ? data : `data:${mime};base64,${data}`;
  const { type, data: inner, url, text } = toObject(data);
  if (type === "data") return readData(inner, mime);
  if (type === "url") return url instanceof URL ? url.href : toText(url);
  return toText(text) ?? null;
}
