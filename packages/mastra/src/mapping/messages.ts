import type { IGenerationMessage, JsonObject } from "@threadline/core";
import {
  keepJson,
  readMessages,
  readToolCall,
  readToolResult,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";

/** Converts the input of an agent or model: a text, a list of messages, or an object with messages. */
export function readConversationInput(input: unknown): JsonObject[] {
  if (typeof input === "string") return [keepJson({ role: "user", content: input })];
  const messages = Array.isArray(input) ? (input as unknown[]) : toObject(input)["messages"];
  if (typeof messages === "string") return readConversationInput(messages);
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message: unknown) =>
    typeof message === "string" ? [keepJson({ role: "user", content: message })] : readMessage(toObject(message)),
  );
}

export function readAnswer(output: unknown): JsonObject | undefined {
  const { text, object, toolCalls, reasoning, reasoningText, files } = toObject(output);
  const calls = toList(toolCalls);
  const thoughts = toText(reasoningText) ?? toText(reasoning) ?? joinTexts(reasoning);
  const content = toText(text) || (object === undefined || object === null ? undefined : JSON.stringify(object));
  if (!content && calls.length === 0 && !thoughts) return undefined;
  return keepJson({
    role: "assistant",
    content: content || null,
    ...(thoughts && { reasoning_content: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => readToolCall(toObject(call["payload"] ?? call))) }),
    ...(Array.isArray(files) && files.length > 0 && { files }),
  });
}

export function readResult(toolCallId: string, toolName: unknown, result: unknown): JsonObject {
  return keepJson(readToolResult({ toolCallId, toolName, output: { type: "json", value: result } }));
}

export function readFirstMessage(messages: readonly JsonObject[]): string | undefined {
  const content = messages.find(({ role }) => role === "user")?.["content"];
  return typeof content === "string" ? content : toText(toList(content).find(({ type }) => type === "text")?.["text"]);
}

export function asMessages(messages: readonly JsonObject[]): IGenerationMessage[] {
  // The cast is safe, because these messages have the fields of recorded messages.
  return messages as unknown as IGenerationMessage[];
}

function readMessage(message: Wire): JsonObject[] {
  // Messages of Mastra's memory have their parts in `content.parts`. Other messages have them in `content`.
  const { parts, content } = toObject(message["content"]);
  const given = Array.isArray(parts)
    ? { ...message, content: parts }
    : content === undefined
      ? message
      : { ...message, content };
  // A message with `tool_calls`, or a tool message with a text as content, already has the recorded format: it comes
  // from the request to the provider, or the framework has shortened its content.
  const isTool = message["role"] === "tool" && typeof message["content"] === "string";
  if (isTool || message["tool_calls"] !== undefined) return [keepJson(message)];
  return readMessages([given], "named").map((one) => keepJson(one));
}

function joinTexts(parts: unknown): string | undefined {
  return toList(parts)
    .flatMap(({ text, payload }) => toText(text) ?? toText(toObject(payload)["text"]) ?? [])
    .join("");
}
