import type { IGenerationMessage, ITool, JsonObject } from "@threadline/core";
import {
  type MappedGeneration,
  type MappedRequest,
  type MappedResponse,
  type StreamReader,
  toIndex,
  toJsonObject,
  toList,
  toNumber,
  toObject,
  toText,
  type Wire,
} from "@threadline/core/internal";
import { readContent, readMessages } from "./messages.ts";
import type { Surface } from "./surface.ts";

/** Maps calls of `POST /v1/messages` to records, including calls with beta features. */
export const messages: Surface = {
  name: "message",
  stepType: "llm",
  isReadLater: true,
  isConversation: true,
  readRequest,
  readResponse: (data) => readMessage(toObject(data)),
  createReader: () => new EventReader(),
};

function readRequest({ messages: given, system, tools, ...settings }: Wire): MappedRequest {
  const list = toList(tools).map(readTool);
  return {
    generation: {
      type: "CHAT",
      messages: readMessages(given, system),
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
      tools: list.length === 0 ? undefined : list,
    },
  };
}

/**
 * Converts a tool: a function with a JSON schema, or a tool that the provider runs. The latter is named after its type.
 */
function readTool({ type, name, description, input_schema: schema, ...rest }: Wire): ITool {
  const parameters = typeof schema === "object" && schema !== null ? schema : rest;
  return {
    type: type === undefined || type === "custom" ? "function" : (toText(type) ?? "function"),
    function: {
      name: toText(name) ?? toText(type) ?? "",
      ...(typeof description === "string" && { description }),
      // For a function, `parameters` is a JSON schema. For a tool that the provider runs, `parameters` contains the
      // tool's settings.
      parameters: parameters as JsonObject,
    },
  };
}

function readMessage({
  id,
  model,
  content,
  stop_reason: finishReason,
  stop_sequence: stop,
  usage,
}: Wire): MappedResponse {
  // `readContent` is typed to return any fields. Here, they are the fields of `IGenerationMessage`.
  const message = { role: "assistant", ...readContent(content) } as unknown as IGenerationMessage;
  return {
    generation: {
      ...readUsage(toObject(usage)),
      ...(typeof model === "string" && { model }),
      ...(Array.isArray(content) && { messageCompletion: message }),
      metadata: toJsonObject({
        responseId: toText(id),
        finishReason,
        stopSequence: stop,
        ...readUsageDetails(toObject(usage)),
      }),
    },
  };
}

/** Reads token counts. The provider counts cached input separately, but in records it is part of the input. */
function readUsage(usage: Wire): Pick<MappedGeneration, "inputTokenCount" | "outputTokenCount" | "tokenCount"> {
  const input = toNumber(usage["input_tokens"]);
  const outputTokenCount = toNumber(usage["output_tokens"]);
  if (input === undefined && outputTokenCount === undefined) return {};
  const cached =
    (toNumber(usage["cache_read_input_tokens"]) ?? 0) + (toNumber(usage["cache_creation_input_tokens"]) ?? 0);
  const inputTokenCount = input === undefined ? undefined : input + cached;
  return { inputTokenCount, outputTokenCount, tokenCount: (inputTokenCount ?? 0) + (outputTokenCount ?? 0) };
}

function readUsageDetails(usage: Wire): Wire {
  return {
    cachedTokenCount: usage["cache_read_input_tokens"],
    cacheWriteTokenCount: usage["cache_creation_input_tokens"],
    reasoningTokenCount: toObject(usage["output_tokens_details"])["thinking_tokens"],
    serviceTier: usage["service_tier"],
    serverToolUse: usage["server_tool_use"],
  };
}

type Block = Record<string, unknown>;

/**
 * Fields for each type of streamed delta. Text is read from the delta's field `from`, and appended to the field `to` of
 * the content block.
 */
const GROWING: ReadonlyMap<unknown, readonly [from: string, to: string]> = new Map([
  ["text_delta", ["text", "text"]],
  ["thinking_delta", ["thinking", "thinking"]],
  ["input_json_delta", ["partial_json", "partial_json"]],
]);

class EventReader implements StreamReader {
  #message: Wire = {};
  #usage: Wire = {};
  readonly #blocks: Block[] = [];

  add(event: Wire): boolean {
    switch (event["type"]) {
      case "message_start":
        this.#message = toObject(event["message"]);
        this.#usage = toObject(this.#message["usage"]);
        return false;
      case "content_block_start":
        this.#blocks[toIndex(event["index"]) ?? this.#blocks.length] = { ...toObject(event["content_block"]) };
        return false;
      case "content_block_delta":
        return this.#grow(toIndex(event["index"]) ?? 0, toObject(event["delta"]));
      case "message_delta":
        this.#message = { ...this.#message, ...toObject(event["delta"]) };
        // The event contains only the counts that changed.
        this.#usage = { ...this.#usage, ...toJsonObject(toObject(event["usage"])) };
        return false;
      default:
        return false;
    }
  }

  read(): MappedResponse {
    const content = this.#blocks.filter(Boolean).map(readInput);
    return readMessage({ ...this.#message, content, usage: this.#usage });
  }

  #grow(index: number, delta: Wire): boolean {
    const fields = GROWING.get(delta["type"]);
    if (fields === undefined) return false;
    const block = (this.#blocks[index] ??= {});
    const [from, to] = fields;
    const text = toText(delta[from]) ?? "";
    block[to] = (toText(block[to]) ?? "") + text;
    return text !== "";
  }
}

/**
 * Returns a content block in which `partial_json` is renamed to `input`. The field contains the streamed JSON of a tool
 * call's input, and stays a text.
 */
function readInput({ partial_json: text, ...block }: Block): Wire {
  return text === undefined ? block : { ...block, input: text };
}
