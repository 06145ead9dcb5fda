import type { IGenerationMessage, JsonObject } from "@threadline/core";
import {
  emptyRecord,
  type MappedRequest,
  type MappedResponse,
  NOTHING,
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

/** Maps calls of `POST /chat/completions` to records. */
export const chatCompletions: Surface = {
  name: "chat-completion",
  stepType: "llm",
  isReadLater: true,
  readRequest,
  readResponse: (data) => readCompletion(toObject(data)),
  createReader: () => new ChunkReader(),
  continues: "messages",
  reportsUsageOnRequest: true,
};

function readRequest({ messages, tools, functions, ...settings }: Wire): MappedRequest {
  return {
    generation: {
      type: "CHAT",
      ...readMessages(messages),
      model: toText(settings["model"]),
      settings: toJsonObject(settings),
      tools: readTools(tools, functions),
    },
  };
}

function readCompletion(completion: Wire): MappedResponse {
  const choices = toList(completion["choices"]);
  const [first = {}] = choices;
  const message = toObject(first["message"]) as JsonObject;
  return {
    ...(choices.length > 1 && { output: { choices: choices as JsonObject[] } }),
    generation: {
      ...readUsage(completion["usage"]),
      ...(completion["model"] !== undefined && { model: toText(completion["model"]) }),
      // The cast is safe, because the provider's messages have the fields of recorded messages.
      ...(choices.length > 0 && { messageCompletion: message as unknown as IGenerationMessage }),
      metadata: toJsonObject({
        responseId: completion["id"],
        finishReason: first["finish_reason"],
        systemFingerprint: completion["system_fingerprint"],
        serviceTier: completion["service_tier"],
        logprobs: first["logprobs"],
        ...readUsageDetails(completion["usage"]),
      }),
    },
  };
}

/** Fields whose streamed texts are concatenated. In other fields, a new value replaces the previous one. */
const GROWING = new Set([
  "content",
  "refusal",
  "reasoning_content",
  "reasoning",
  "arguments",
  "input",
  "data",
  "transcript",
]);

const HEAD = ["id", "model", "system_fingerprint", "service_tier", "usage"] as const;

class ChunkReader implements StreamReader {
  readonly #head = emptyRecord();
  readonly #choices: Record<string, unknown>[] = [];

  add(chunk: Wire): boolean {
    for (const key of HEAD) if (chunk[key] !== undefined && chunk[key] !== null) this.#head[key] = chunk[key];
    let isToken = false;
    const { choices } = chunk;
    if (!Array.isArray(choices)) return false;
    for (const item of choices as unknown[]) {
      const { index, delta, finish_reason: finishReason, logprobs } = toObject(item);
      const choice = (this.#choices[toIndex(index) ?? 0] ??= {
        index,
        message: emptyMessage(),
      });
      if (finishReason) choice["finish_reason"] = finishReason;
      if (logprobs) choice["logprobs"] = joinLogprobs(toObject(choice["logprobs"]), toObject(logprobs));
      isToken = grow(choice["message"] as Record<string, unknown>, toObject(delta)) || isToken;
    }
    return isToken;
  }

  read(): MappedResponse {
    return readCompletion({ ...this.#head, choices: this.#choices.filter(Boolean) });
  }
}

/** Merges a delta into `target`. Returns whether the delta contains model output. */
function grow(target: Record<string, unknown>, delta: Wire): boolean {
  let isToken = false;
  for (const key of Object.keys(delta)) {
    const value = delta[key];
    if (value === undefined || value === null) continue;
    if (typeof value === "string" && GROWING.has(key)) {
      target[key] = (toText(target[key]) ?? "") + value;
      isToken ||= value !== "";
    } else if (key === "tool_calls") {
      target[key] = growToolCalls(toGrown(target[key]), toList(value));
      isToken = true;
    } else if (typeof value === "object" && !Array.isArray(value)) {
      const known = toObject(target[key]);
      const inner = known === NOTHING || Array.isArray(known) ? emptyRecord() : (known as Record<string, unknown>);
      isToken = grow(inner, toObject(value)) || isToken;
      target[key] = inner;
    } else if (Array.isArray(value)) {
      target[key] = [...toGrown(target[key]), ...(value as unknown[])];
    } else target[key] = value;
  }
  return isToken;
}

function growToolCalls(calls: unknown[], deltas: Wire[]): unknown[] {
  for (const { index, ...delta } of deltas) {
    // Some compatible servers send each tool call in a single chunk, without an index.
    const position = toIndex(index) ?? calls.length;
    const call = (calls[position] ??= emptyRecord()) as Record<string, unknown>;
    grow(call, delta);
  }
  return calls;
}

function toGrown(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function listOf(fields: Wire, key: string): Wire[] {
  return Object.hasOwn(fields, key) ? toList(fields[key]) : [];
}

function joinLogprobs(known: Wire, added: Wire): Wire {
  const keys = new Set([...Object.keys(known), ...Object.keys(added)]);
  const joined = [...keys].map((key) => [key, [...listOf(known, key), ...listOf(added, key)]] as const);
  return Object.fromEntries(joined.filter(([, list]) => list.length > 0));
}

function emptyMessage(): Record<string, unknown> {
  const message = emptyRecord();
  message["role"] = "assistant";
  message["content"] = null;
  return message;
}
