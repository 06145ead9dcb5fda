import type { JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { readMessages } from "../messages.ts";
import { joinCompletion, type ChatMessage } from "../chat-message.ts";
import type { SpanEvent } from "../span.ts";
import { fromText, toJsonObject, toText } from "../values.ts";
import { lookup } from "../lookup.ts";

const eventRoles: ReadonlyMap<string, string> = lookup<string>({
  "gen_ai.system.message": "system",
  "gen_ai.user.message": "user",
  "gen_ai.assistant.message": "assistant",
  "gen_ai.tool.message": "tool",
});

/** Messages of a call, from events of older GenAI conventions. */
export interface EventMessages {
  readonly messages?: readonly ChatMessage[] | undefined;
  readonly completion?: ChatMessage | undefined;
  readonly finishReason?: string | undefined;
}

interface MessageEvent {
  readonly messages: readonly ChatMessage[];
  readonly isAnswer: boolean;
  readonly finishReason?: string | undefined;
}

/**
 * Reads the messages of an event. `isAnswer` is true if the messages are the output of the model. Returns null if the
 * event is not a message event.
 */
export function readMessageEvent(name: string, body: JsonValue, system?: JsonValue): MessageEvent | null {
  const sent = toJsonObject(fromText(body));
  // Semantic Kernel sends the body as an attribute.
  const { "gen_ai.event.content": wrapped = null } = sent;
  const fields = wrapped === null ? sent : toJsonObject(fromText(wrapped));
  if (name === "gen_ai.choice") {
    const message = fromText(fields["message"] ?? fields["content"] ?? null);
    const answer = isJsonObject(message) ? { role: "assistant", ...message } : message;
    const calls = fields["tool_calls"];
    const messages = readMessages(
      calls === undefined || isJsonObject(message)
        ? answer
        : { role: "assistant", content: message, tool_calls: calls },
      "assistant",
    );
    return { messages: messages ?? [], isAnswer: true, finishReason: toText(fields["finish_reason"]) };
  }
  const role = eventRoles.get(name);
  if (role === undefined) return null;
  const parts = partsOf(fields["content"] ?? null);
  // Bedrock's user messages contain tool results as parts. Its instrumentation also sends each result as a separate
  // message, so these parts are omitted.
  const isRepeating = role === "user" && system === "aws.bedrock" && Array.isArray(parts);
  const kept = isRepeating ? parts.filter((part) => !("toolResult" in toJsonObject(part))) : null;
  if (kept?.length === 0) return { messages: [], isAnswer: false };
  const messages = readMessages([{ ...fields, content: kept ?? parts, role: toText(fields["role"]) ?? role }], role);
  return { messages: messages ?? [], isAnswer: false };
}

function partsOf(content: JsonValue): JsonValue {
  if (typeof content !== "string" || !content.startsWith("[{")) return content;
  const read = fromText(content);
  const isParts =
    Array.isArray(read) && read.every((part) => isJsonObject(part) && partKeys.some((key) => key in part));
  return isParts ? read : content;
}

const partKeys = ["text", "json", "toolUse", "toolResult", "type", "reasoningContent", "image"];

export function readMessageEvents(events: readonly SpanEvent[]): EventMessages {
  return joinMessageEvents(
    events.flatMap(({ name, attributes }) => {
      const read = (key: string, isAnswer: boolean): MessageEvent => ({
        messages: readMessages(attributes.get(key), isAnswer ? "assistant" : "user") ?? [],
        isAnswer,
      });
      if (name === "gen_ai.content.prompt") return [read("gen_ai.prompt", false)];
      if (name === "gen_ai.content.completion") return [read("gen_ai.completion", true)];
      if (name === "gen_ai.client.inference.operation.details")
        return [read("gen_ai.input.messages", false), read("gen_ai.output.messages", true)];
      return readMessageEvent(name, Object.fromEntries(attributes), attributes.get("gen_ai.system")) ?? [];
    }),
  );
}

/** Joins the events of a call. */
export function joinMessageEvents(events: readonly MessageEvent[]): EventMessages {
  const messagesOf = (isAnswer: boolean): ChatMessage[] | undefined => {
    const messages = events.filter((event) => event.isAnswer === isAnswer).flatMap((event) => event.messages);
    return messages.length > 0 ? messages : undefined;
  };
  return {
    messages: messagesOf(false),
    completion: joinCompletion(messagesOf(true)),
    finishReason: events.find(({ finishReason }) => finishReason !== undefined)?.finishReason,
  };
}
