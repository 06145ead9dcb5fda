import type { ModelMessage } from "ai";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { badInput } from "../records/errors.ts";
import { isJsonObject } from "../records/json-values.ts";

type UserPart = Exclude<Extract<ModelMessage, { role: "user" }>["content"], string>[number];
type AssistantPart = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>[number];

/**
 * Converts messages in OpenAI's chat format to messages of the AI SDK. Throws if a message cannot be converted. The
 * error names the position of the message in `list`, for example `messages[2]`.
 */
export function toModelMessages(messages: readonly JsonObject[], list: string): ModelMessage[] {
  const toolNames = new Map<string, string>();
  return messages.map((message, index): ModelMessage => {
    const field = `${list}[${index}]`;
    const { role, content = null } = message;
    switch (role) {
      case "system":
      case "developer":
        return { role: "system", content: textOf(content, field) };
      case "user":
        return { role, content: typeof content === "string" ? content : userParts(content, field) };
      case "assistant":
        return { role, content: assistantParts(message, field, toolNames) };
      case "tool": {
        const toolCallId = textIn(message, "tool_call_id", field);
        const toolName = toolNames.get(toolCallId) ?? nameIn(message) ?? "tool";
        const output = { type: "text" as const, value: textOf(content, field) };
        return { role, content: [{ type: "tool-result", toolCallId, toolName, output }] };
      }
      default:
        throw badInput(`${field}.role`, "must be system, developer, user, assistant or tool");
    }
  });
}

function userParts(content: JsonValue, field: string): UserPart[] {
  return partsOf(content, field).map((part, index): UserPart => {
    const place = `${field}.content[${index}]`;
    if (part["type"] === "text") return { type: "text", text: textIn(part, "text", place) };
    if (part["type"] !== "image_url") throw badInput(`${place}.type`, "must be text or image_url");
    const image = part["image_url"];
    const url = isJsonObject(image ?? null)
      ? textIn(image as JsonObject, "url", place)
      : textIn(part, "image_url", place);
    const [, mediaType, data] = /^data:(image\/[\w.+-]+);base64,([A-Za-z\d+/=]+)$/.exec(url) ?? [];
    if (mediaType === undefined || data === undefined) {
      throw badInput(
        `${place}.image_url`,
        "must be a data URL with a base64 image; the service does not download images",
      );
    }
    return { type: "file", mediaType, data: { type: "data", data } };
  });
}

function assistantParts(message: JsonObject, field: string, toolNames: Map<string, string>): AssistantPart[] {
  const { content = null, tool_calls: calls } = message;
  const text = textOf(content, field);
  const parts: AssistantPart[] = text === "" ? [] : [{ type: "text", text }];
  for (const [index, call] of (Array.isArray(calls) ? calls : []).entries()) {
    const place = `${field}.tool_calls[${index}]`;
    if (!isJsonObject(call)) throw badInput(place, "must be an object");
    const called = isJsonObject(call["function"] ?? null) ? (call["function"] as JsonObject) : call;
    const toolCallId = textIn(call, "id", place);
    const toolName = textIn(called, "name", place);
    toolNames.set(toolCallId, toolName);
    parts.push({ type: "tool-call", toolCallId, toolName, input: argumentsOf(called["arguments"]) });
  }
  return parts;
}

function argumentsOf(value: JsonValue | undefined): unknown {
  if (typeof value !== "string") return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Returns the text of a message, whose content is a string, null or text parts. */
function textOf(content: JsonValue, field: string): string {
  if (content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return partsOf(content, field)
    .map((part, index) => textIn(part, "text", `${field}.content[${index}]`))
    .join("\n");
}

function partsOf(content: JsonValue, field: string): JsonObject[] {
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part, index) => {
    if (typeof part === "string") return { type: "text", text: part };
    if (isJsonObject(part)) return part;
    throw badInput(`${field}.content[${index}]`, "must be an object");
  });
}

function textIn(object: JsonObject, name: string, field: string): string {
  const value = object[name];
  if (typeof value === "string") return value;
  throw badInput(`${field}.${name}`, "must be a string");
}

function nameIn({ name }: JsonObject): string | null {
  return typeof name === "string" && name !== "" ? name : null;
}
