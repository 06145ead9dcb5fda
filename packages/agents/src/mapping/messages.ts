import type { JsonObject } from "@threadline/core";
import { keepJson } from "@threadline/core/internal";
import { type Fields, given, toFields, toList, toText } from "./values.ts";

const MAX_ITEMS = 10_000;

/**
 * Converts a conversation to messages of chat completions. Each item of the conversation is such a message already, or
 * an item of the Responses API. The Agents SDK renames some fields, for example `call_id` to `callId`, so both names
 * are read. An unknown item without a role becomes a message that contains the item in its field `item`.
 */
export function readMessages(input: unknown): JsonObject[] {
  if (typeof input === "string") return [keepJson({ role: "user", content: input })];
  if (!Array.isArray(input)) return [];
  return input.slice(0, MAX_ITEMS).map((item: unknown) => keepJson(readMessage(toFields(item))));
}

export function readInstructions(instructions: unknown): JsonObject[] {
  if (Array.isArray(instructions)) return readMessages(instructions);
  return typeof instructions === "string" && instructions !== ""
    ? [keepJson({ role: "system", content: instructions })]
    : [];
}

export function readAnswer(items: readonly Fields[]): JsonObject | undefined {
  if (items.length === 0) return undefined;
  const parts = items.filter(({ type, role }) => type === "message" || role === "assistant").flatMap(partsOf);
  const calls = items.filter(isCall).map(toToolCall);
  const thoughts = items.filter(({ type }) => type === "reasoning").flatMap(thoughtsOf);
  const others = items.filter((item) => !isCall(item) && item["type"] !== "reasoning" && item["role"] === undefined);
  return keepJson({
    role: "assistant",
    content: joinTexts(parts, "text") ?? null,
    ...given({
      refusal: joinTexts(parts, "refusal"),
      reasoning: thoughts.length > 0 ? thoughts.join("\n") : undefined,
      tool_calls: calls.length > 0 ? calls : undefined,
      // Items of other types, such as a web search or an image that the provider created. A chat message has no field
      // for them, so they are recorded in a field `items`.
      items: others.length > 0 ? others : undefined,
    }),
  });
}

export function readFirstMessage(messages: readonly JsonObject[] = []): string | undefined {
  const content = messages.find(({ role }) => role === "user")?.["content"];
  if (typeof content === "string") return content;
  return toList(content)
    .map(({ text }) => toText(text))
    .find((text) => text !== undefined);
}

function readMessage(item: Fields): object {
  const { type, role, content } = item;
  if (isCall(item)) return { role: "assistant", content: null, tool_calls: [toToolCall(item)] };
  if (typeof type === "string" && /_(?:result|output)$/u.test(type)) {
    return {
      role: "tool",
      tool_call_id: callIdOf(item),
      ...given({ name: item["name"] }),
      content: toOutput(item["output"]),
    };
  }
  if (type === "reasoning") return { role: "assistant", content: null, reasoning: thoughtsOf(item).join("\n") };
  if (typeof role !== "string") return { role: "assistant", content: null, item };
  const { tool_calls: calls, tool_call_id: callId, name, refusal, reasoning } = item;
  return {
    role,
    content: Array.isArray(content) ? toList(content).map(toPart) : (content ?? null),
    ...given({ tool_calls: calls, tool_call_id: callId, name, refusal, reasoning }),
  };
}

function toPart(part: Fields): Fields {
  const { type, text, image_url: url, image, detail } = part;
  if (type === "input_text" || type === "output_text") return { type: "text", text };
  const source = toText(url) ?? toText(image);
  if (type === "input_image" && source !== undefined) {
    return { type: "image_url", image_url: { url: source, ...given({ detail }) } };
  }
  return part;
}

function isCall({ type }: Fields): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

function toToolCall(item: Fields): Fields {
  const { type, name, arguments: values, input } = item;
  const isCustom = type === "custom_tool_call";
  return {
    id: callIdOf(item) ?? null,
    type: isCustom ? "custom" : "function",
    ...(isCustom ? { custom: { name, input } } : { function: { name, arguments: values } }),
  };
}

function callIdOf({ call_id: provider, callId: framework, id }: Fields): string | undefined {
  return toText(provider) ?? toText(framework) ?? toText(id);
}

function toOutput(output: unknown): unknown {
  if (Array.isArray(output)) return toList(output).map(toPart);
  const { type, text } = toFields(output);
  return type === "text" && typeof text === "string" ? text : (output ?? null);
}

function partsOf({ content }: Fields): Fields[] {
  return typeof content === "string" ? [{ text: content }] : toList(content);
}

/** Returns the texts of a reasoning item: its summary and, if the model returned it, the full text. */
function thoughtsOf({ summary, content, rawContent }: Fields): string[] {
  return [...toList(summary), ...toList(content), ...toList(rawContent)].flatMap(({ text }) => toText(text) ?? []);
}

function joinTexts(parts: readonly Fields[], key: "text" | "refusal"): string | undefined {
  const texts = parts.flatMap((part) => (typeof part[key] === "string" ? [part[key]] : []));
  return texts.length > 0 ? texts.join("") : undefined;
}
