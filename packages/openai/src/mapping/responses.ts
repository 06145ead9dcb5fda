import type { IGenerationMessage, JsonObject } from "@threadline/core";
import {
  type MappedRequest,
  type MappedResponse,
  type StreamReader,
  toIndex,
  toJsonObject,
  toList,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import { readMessages } from "./messages.ts";
import type { Surface } from "./surface.ts";
import { readTools } from "./tools.ts";
import { readUsage, readUsageDetails } from "./usage.ts";

/** Maps calls of `POST /responses` to records. */
export const responses: Surface = {
  name: "response",
  stepType: "llm",
  isReadLater: true,
  readRequest,
  readResponse: (data) => readAnswer(toObject(data)),
  createReader: () => new EventReader(),
  continues: "response id",
};

function readRequest({ input, instructions, tools, ...settings }: Wire): MappedRequest {
  const { messages, ...origin } = readMessages(toItems(input).map(toMessage));
  const { prompt, conversation, previous_response_id: previousResponseId } = settings;
  const system = typeof instructions === "string" ? [{ role: "system", content: instructions } as const] : [];
  return {
    // The cast of `input` is safe, because the items of a request are JSON objects.
    input: {
      content: (input ?? null) as JsonObject[] | string | null,
      ...(typeof instructions === "string" && { instructions }),
    },
    generation: {
      type: "CHAT",
      ...origin,
      messages: [...system, ...(messages ?? [])],
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
      tools: readTools(tools),
      metadata: toJsonObject({
        previousResponseId,
        conversationId: readConversationId(conversation),
        providerPromptId: toObject(prompt)["id"],
      }),
    },
  };
}

function readConversationId(conversation: unknown): string | undefined {
  return toText(conversation) ?? toText(toObject(conversation)["id"]);
}

function toItems(input: unknown): unknown[] {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) ? input : [];
}

/** Converts an input item to a message. An item that is neither a message nor a function call is kept under `item`. */
export function toMessage(value: unknown): unknown {
  const item = toObject(value);
  const { type, role, content } = item;
  if (typeof role === "string") {
    // A message from `prompt.formatMessages` has the hidden method `literalMetadata`, which names its prompt version.
    // The message is returned itself, because a copy would lack the method.
    if (typeof item["literalMetadata"] === "function") return value;
    return { role, content: Array.isArray(content) ? toList(content).map(toPart) : content };
  }
  if (isCall(type)) return { role: "assistant", content: null, tool_calls: [toToolCall(item)] };
  if (typeof type === "string" && type.endsWith("_call_output")) {
    return { role: "tool", tool_call_id: item["call_id"], content: item["output"] };
  }
  return { role: "assistant", content: null, item };
}

function toPart(part: Wire): Wire {
  const { type, text, image_url: url, detail } = part;
  if (type === "input_text" || type === "output_text") return { type: "text", text };
  if (type === "input_image" && typeof url === "string") {
    return { type: "image_url", image_url: { url, ...(detail !== undefined && { detail }) } };
  }
  return part;
}

function isCall(type: unknown): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

function toToolCall({ type, id, call_id: callId, name, arguments: values, input }: Wire): JsonObject {
  const isCustom = type === "custom_tool_call";
  return {
    id: toText(callId) ?? toText(id),
    type: isCustom ? "custom" : "function",
    // The casts are safe, because `name`, `input` and `arguments` are strings.
    ...(isCustom ? { custom: { name, input } as JsonObject } : { function: { name, arguments: values } as JsonObject }),
  };
}

function readAnswer(response: Wire): MappedResponse {
  const items = toList(response["output"]);
  const parts = items.filter(({ type }) => type === "message").flatMap(({ content }) => toList(content));
  const said = join(parts, "output_text", "text");
  const refusal = join(parts, "refusal", "refusal");
  const calls = items.filter(({ type }) => isCall(type)).map(toToolCall);
  const reasoning = items.filter(({ type }) => type === "reasoning");
  const thoughts = reasoning.flatMap(({ summary, content }) => [...toList(summary), ...toList(content)]);
  const others = items.filter(({ type }) => type !== "message" && type !== "reasoning" && !isCall(type));
  const message = toJsonObject({
    role: "assistant",
    content: said,
    refusal,
    reasoning: thoughts.length > 0 ? thoughts.map(({ text }) => text).join("\n") : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
    // Output of the provider's own tools, such as searches, code and images.
    items: others.length > 0 ? others : undefined,
  });
  const status = toText(response["status"]);
  return {
    output: message,
    generation: {
      ...readUsage(response["usage"]),
      ...(response["model"] !== undefined && { model: toText(response["model"]) }),
      messageCompletion: { content: null, ...message } as unknown as IGenerationMessage,
      metadata: toJsonObject({
        responseId: response["id"],
        status,
        finishReason: toObject(response["incomplete_details"])["reason"],
        serviceTier: response["service_tier"],
        previousResponseId: response["previous_response_id"],
        conversationId: readConversationId(response["conversation"]),
        annotations: nonEmpty(parts.flatMap(({ annotations }) => toList(annotations))),
        logprobs: nonEmpty(parts.flatMap(({ logprobs }) => toList(logprobs))),
        ...readUsageDetails(response["usage"]),
      }),
    },
    ...(status === "failed" && { error: readError(response["error"]) }),
    isPending: status === "queued" || status === "in_progress",
  };
}

function readError(error: unknown): string {
  const { code, message } = toObject(error);
  return `${toText(code) ?? "failed"}: ${toText(message) ?? "the provider gave no reason"}`;
}

function join(parts: Wire[], type: string, key: string): string | undefined {
  const texts = parts.filter((part) => part["type"] === type).map((part) => part[key]);
  return texts.length > 0 ? texts.join("") : undefined;
}

function nonEmpty<Item>(list: Item[]): Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

/**
 * Builds the response from the events of a stream. The last event contains the whole response, but the stream may end
 * earlier.
 */
class EventReader implements StreamReader {
  #response: Wire = {};
  #items: Record<string, unknown>[] = [];
  #error: string | undefined;

  add(event: Wire): boolean {
    const type = toText(event["type"]) ?? "";
    if (event["response"] !== undefined) {
      const response = toObject(event["response"]);
      this.#response = response;
      // In intermediate events, the response has no output yet.
      if (toList(response["output"]).length > 0) this.#items = toList(response["output"]);
    }
    if (type === "error") this.#error = readError(event);
    const index = toIndex(event["output_index"]);
    if (index === undefined) return false;
    if (event["item"] !== undefined) this.#items[index] = { ...toObject(event["item"]) };
    if (!type.endsWith(".delta")) return false;
    this.#grow((this.#items[index] ??= {}), type, event);
    return true;
  }

  read(): MappedResponse {
    const answer = readAnswer({ ...this.#response, output: this.#items.filter(Boolean) });
    return { ...answer, isPending: false, ...(this.#error !== undefined && { error: this.#error }) };
  }

  #grow(
    item: Record<string, unknown>,
    type: string,
    { content_index: position, summary_index: summary, delta }: Wire,
  ): void {
    const text = toText(delta) ?? "";
    if (type === "response.output_text.delta")
      grow(item, "content", position, { type: "output_text", key: "text", text });
    else if (type === "response.refusal.delta")
      grow(item, "content", position, { type: "refusal", key: "refusal", text });
    else if (type === "response.reasoning_text.delta")
      grow(item, "content", position, { type: "reasoning_text", key: "text", text });
    else if (type === "response.reasoning_summary_text.delta")
      grow(item, "summary", summary, { type: "summary_text", key: "text", text });
    else if (type === "response.function_call_arguments.delta")
      item["arguments"] = (toText(item["arguments"]) ?? "") + text;
    else if (type === "response.custom_tool_call_input.delta") item["input"] = (toText(item["input"]) ?? "") + text;
  }
}

function grow(
  item: Record<string, unknown>,
  list: string,
  position: unknown,
  { type, key, text }: { type: string; key: string; text: string },
): void {
  const parts = [...((item[list] ?? []) as Wire[])];
  const index = toIndex(position) ?? 0;
  const known = parts[index];
  parts[index] = { ...known, type, [key]: (toText(known?.[key]) ?? "") + text };
  item[list] = parts;
}
