import type { IGenerationMessage, JsonObject } from "@threadline/core";
import { keepJson, readToolCall, toList, toObject, toText, type Wire } from "@threadline/core/internal";

/** Converts messages to recorded messages. The result of a tool becomes a message with the role `tool`. */
export function readMessages(messages: unknown): JsonObject[] {
  return toList(messages).map(readMessage);
}

export function readMessage({ role, content, options }: Wire): JsonObject {
  const { toolResult } = toObject(options);
  const { id, result } = toObject(toolResult);
  if (toText(id) !== undefined) return keepJson({ role: "tool", tool_call_id: id, content: toContent(result) });
  const calls = readToolCalls(options);
  return keepJson({
    role: role === "memory" ? "system" : (toText(role) ?? "user"),
    content: calls.length > 0 && content === "" ? null : readContent(content),
    ...(calls.length > 0 && { tool_calls: calls }),
  });
}

export function readToolCalls(options: unknown): Wire[] {
  return toList(toObject(options)["toolCall"]).map(({ id, name, input }) =>
    readToolCall({ toolCallId: id, toolName: name, input }),
  );
}

export function resultIds(messages: unknown): string[] {
  return toList(messages).flatMap(({ options }) => toText(toObject(toObject(options)["toolResult"])["id"]) ?? []);
}

export function readFirstMessage(messages: readonly JsonObject[]): string | undefined {
  const content = messages.find(({ role }) => role === "user")?.["content"];
  return typeof content === "string" ? content : toText(toList(content).find(({ type }) => type === "text")?.["text"]);
}

export function readQuery(query: unknown): string | undefined {
  if (typeof query === "string") return query;
  const { query: inner } = toObject(query);
  if (inner !== undefined) return readQuery(inner);
  return toText(toList(query).find(({ type }) => type === "text")?.["text"]);
}

export function asMessages(messages: readonly JsonObject[]): IGenerationMessage[] {
  // The cast is safe, because these messages have the fields of recorded messages.
  return messages as unknown as IGenerationMessage[];
}

function readContent(content: unknown): unknown {
  if (!Array.isArray(content)) return toText(content) ?? null;
  return toList(content).map((part) =>
    part["type"] === "text" || part["type"] === "image_url"
      ? part
      : { type: "text", text: `[${String(part["type"])}]` },
  );
}

function toContent(value: unknown): unknown {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
