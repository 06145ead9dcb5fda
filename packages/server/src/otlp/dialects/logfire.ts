import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { readMessages } from "../messages.ts";
import { joinCompletion, type ChatMessage } from "../chat-message.ts";
import type { SpanFacts } from "../span-facts.ts";
import type { Attributes, Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import {
  first,
  fromText,
  jsonOf,
  structured,
  textOf,
  toJsonObject,
  toList,
  toTags,
  toText,
  hasBelow,
} from "../values.ts";
import { type EventMessages, joinMessageEvents, readMessageEvent } from "./message-events.ts";
import { settingsOf } from "./settings.ts";

/** Reads spans of Logfire's instrumentations, and of all versions of Pydantic AI. */
export function readLogfire(span: Span): SpanFacts | null {
  const { attributes, name, scope } = span;
  const isLogfire = hasBelow(attributes, "logfire.") || scope.startsWith("pydantic-ai");
  if (!isLogfire) return null;
  const events = jsonOf(attributes, "events", "all_messages_events");
  const read = readEvents(toList(events));
  const message = textOf(attributes, "logfire.msg");
  const isSecondHalf = name.startsWith("streaming response from ");
  const tool = /^running tool\b/u.test(name) ? textOf(attributes, "gen_ai.tool.name", "tool") : undefined;
  const request = jsonOf(attributes, "request_data");
  const response = toJsonObject(jsonOf(attributes, "response_data"));
  const parameters = toJsonObject(jsonOf(attributes, "model_request_parameters"));
  const finalResult = first(attributes, "final_result");
  const isAgent = attributes.has("agent_name") && !attributes.has("gen_ai.request.model");
  const tags = toTags(first(attributes, "logfire.tags"))?.filter((tag) => tag !== "LLM");
  const hasRequest = toJsonObject(request)["messages"] !== undefined;
  return {
    role: isSecondHalf ? "continuation" : tool !== undefined ? "tool" : isAgent ? "agent" : undefined,
    name:
      tool ??
      (isAgent ? textOf(attributes, "gen_ai.agent.name", "agent_name") : name.includes("{") ? message : undefined),
    messages:
      (isAgent ? upToAnswer(read.messages) : read.messages) ??
      (hasRequest ? readMessages(request) : undefined) ??
      agentMessages(attributes),
    completion: read.completion ?? streamed(response),
    input: tool === undefined ? undefined : toolInput(attributes),
    output:
      finalResult !== undefined && isAgent
        ? structured(finalResult)
        : tool === undefined
          ? undefined
          : toolOutput(attributes),
    settings: hasRequest ? settingsOf(toJsonObject(request)) : undefined,
    tools: Array.isArray(parameters["function_tools"]) ? parameters["function_tools"] : undefined,
    usage: readUsage(jsonOf(attributes, "gen_ai.usage.raw")) ?? readUsage(response["usage"]),
    finishReason: read.finishReason,
    tags: tags !== undefined && tags.length > 0 ? tags : undefined,
    // A failed model call has no messages in its span. It takes them from the span of the agent that contains it.
    lendsMessages: (isAgent && read.messages !== undefined) || attributes.has("pydantic_ai.all_messages") || undefined,
  };
}

function streamed(response: JsonObject): ChatMessage | undefined {
  return joinCompletion(readMessages(response["message"] ?? response["combined_chunk_content"] ?? null, "assistant"));
}

function readEvents(events: readonly JsonValue[]): EventMessages {
  return joinMessageEvents(
    events.flatMap((event) => {
      const fields = toJsonObject(event);
      return readMessageEvent(toText(fields["event.name"]) ?? "", fields) ?? [];
    }),
  );
}

function agentMessages(attributes: Attributes): ChatMessage[] | undefined {
  return upToAnswer(readMessages(first(attributes, "pydantic_ai.all_messages")));
}

/** Returns the input of an agent: all messages before the first answer. */
function upToAnswer(all: readonly ChatMessage[] | undefined): ChatMessage[] | undefined {
  if (all === undefined) return undefined;
  const answer = all.findIndex(({ role }) => role === "assistant");
  return answer > 0 ? all.slice(0, answer) : [...all];
}

function toolInput(attributes: Attributes): JsonValue | undefined {
  const value = first(attributes, "tool_arguments");
  if (value !== undefined) return structured(value);
  // If the application created the span of the tool, the attributes without a namespace are the arguments of the tool.
  const own = [...attributes].filter(([key]) => !/[.:]/u.test(key) && !ownKeys.has(key));
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

const ownKeys = new Set(["tool", "result", "tool_response", "session_id", "user_id", "tags"]);

function toolOutput(attributes: Attributes): JsonValue | undefined {
  const value = first(attributes, "tool_response", "result");
  return value === undefined ? undefined : structured(fromText(value));
}
