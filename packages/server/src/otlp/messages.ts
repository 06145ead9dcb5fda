import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import { fromText, given, structured, toJsonObject, toList, toText } from "./values.ts";
import { lookup } from "./lookup.ts";
import { type ChatMessage, joinItems } from "./chat-message.ts";
import {
  isJsonPart,
  resultText,
  isPart,
  mediaPart,
  partKind,
  resultOf,
  textIn,
  toolCall,
  toolResult,
} from "./message-parts.ts";

const roles: ReadonlyMap<string, string> = lookup<string>({
  human: "user",
  ai: "assistant",
  model: "assistant",
  bot: "assistant",
  chatbot: "assistant",
  "tool-call": "assistant",
  "tool-response": "tool",
});

/**
 * Reads messages from a value in any known format. The value can be a text, a list of messages, a request (with
 * `messages` or `input`) or a response (with `choices`, `output` or `message`). Undefined if it contains no messages.
 */
export function readMessages(value: JsonValue | undefined, role = "user"): ChatMessage[] | undefined {
  if (value === undefined || value === null) return undefined;
  const read = fromText(value);
  const messages = withToolResults(messagesOf(read, role));
  return messages.length > 0 ? messages : undefined;
}

/**
 * Sets the role of tool results to `tool`. Langfuse's JavaScript handler for LangChain sends the name of the tool as
 * the role.
 */
function withToolResults(messages: readonly ChatMessage[]): ChatMessage[] {
  const ids = new Map<string, JsonValue | undefined>();
  return messages.map((message) => {
    for (const call of toList(message["tool_calls"])) {
      const fields = toJsonObject(call);
      ids.set(toText(toJsonObject(fields["function"])["name"]) ?? "", fields["id"]);
    }
    if (message.role === "" || !ids.has(message.role)) return message;
    return { ...message, role: "tool", ...given({ tool_call_id: ids.get(message.role) }) };
  });
}

function messagesOf(value: JsonValue, role: string): ChatMessage[] {
  if (typeof value === "string") return value === "" ? [] : [{ role, content: value }];
  if (Array.isArray(value)) {
    // This is a batch with one conversation.
    if (value.length === 1 && Array.isArray(value[0])) return messagesOf(value[0], role);
    if (value.length > 0 && value.every(isPart)) return fromParts(role, value, {});
    return value.flatMap((each) => messageOf(fromText(each), role));
  }
  if (!isJsonObject(value)) return [];
  const { system_instruction: instruction } = toJsonObject(value["config"]);
  const system = readSystem(
    value["system"] ?? value["systemInstruction"] ?? value["instructions"] ?? instruction ?? null,
  );
  for (const key of ["messages", "input", "contents", "prompt"]) {
    const list = value[key];
    if (Array.isArray(list) || (typeof list === "string" && key !== "messages")) {
      return [...system, ...messagesOf(list, role)];
    }
  }
  for (const key of ["choices", "candidates", "generations"]) {
    const [choice] = toList(value[key]).flat();
    if (choice === undefined) continue;
    const fields = toJsonObject(choice);
    return messagesOf(fields["message"] ?? fields["content"] ?? fields["text"] ?? null, "assistant");
  }
  if (Array.isArray(value["output"])) return joinItems(messagesOf(value["output"], "assistant"));
  return messageOf(value, role);
}

function messageOf(value: JsonValue, role: string): ChatMessage[] {
  if (typeof value === "string") return value === "" ? [] : [{ role, content: value }];
  if (!isJsonObject(value)) return [];
  const inner = [value["kwargs"], value["data"], value["message"]].find(isJsonObject);
  if (inner !== undefined && value["content"] === undefined && value["parts"] === undefined) {
    return messageOf({ ...inner, role: inner["role"] ?? classRole(value) ?? null }, role);
  }
  const content = value["content"];
  if (isJsonObject(content) && Array.isArray(content["parts"])) return messageOf({ role, ...content }, role);
  const type = toText(value["type"]);
  if (type === "function_call") return [{ role: "assistant", content: null, tool_calls: [toolCall(value)] }];
  if (type === "function_call_output") return [toolResult(value["call_id"], value["output"] ?? null)];
  if (type === "reasoning" && value["role"] === undefined) {
    const text = toList(value["summary"] ?? value["content"])
      .map((each) => textIn(each))
      .join("\n");
    return text === "" ? [] : [{ role: "assistant", content: null, reasoning_content: text }];
  }
  const named = toText(value["role"]) ?? classRole(value) ?? (type !== undefined && roles.has(type) ? type : undefined);
  const own = toRole(named === undefined || named === "unknown" ? role : named);
  const parts = value["parts"] ?? value["contents"] ?? value["content"] ?? value["blocks"] ?? value["text"] ?? null;
  return fromParts(own, toList(parts), value);
}

/** Reads the role of a LangChain message, which is sent as its class name or type. */
function classRole(value: JsonObject): string | undefined {
  const name = toText(toList(value["id"]).at(-1)) ?? "";
  const [, found] = /^(Human|AI|System|Tool|Function)Message/u.exec(name) ?? [];
  const type = toText(value["type"]);
  return found?.toLowerCase() ?? (type !== undefined && /^(human|ai|system|tool)$/u.test(type) ? type : undefined);
}

function toRole(role: string): string {
  const name = role.toLowerCase();
  return roles.get(name) ?? name.replace(/^messagerole\./u, "");
}

/** Converts a message. Each tool result among its parts becomes a message with the role `tool`. */
function fromParts(role: string, parts: readonly JsonValue[], message: JsonObject): ChatMessage[] {
  const content: JsonObject[] = [];
  const calls: JsonObject[] = toList(
    message["tool_calls"] ?? message["toolCalls"] ?? toJsonObject(message["additional_kwargs"])["tool_calls"] ?? null,
  )
    .map((call) => toolCall(toJsonObject(unwrapCall(call))))
    .filter(isNamed);
  const callIds = new Set(calls.map(({ id }) => id));
  const results: ChatMessage[] = [];
  const reasoning: string[] = [];
  const isResult = role === "tool" || role === "function";
  for (const given_ of parts) {
    const part = unwrapContent(given_);
    if (typeof part === "string") {
      if (part !== "") content.push({ type: "text", text: part });
      continue;
    }
    if (!isJsonObject(part)) continue;
    const kind = partKind(part);
    switch (kind) {
      case "call":
        addCall(calls, callIds, toolCall(part));
        break;
      case "result":
        results.push(resultOf(part));
        break;
      case "reasoning":
        reasoning.push(textIn(part));
        break;
      case "text":
        if (textIn(part) !== "") content.push({ type: "text", text: textIn(part) });
        break;
      case "media":
        content.push(mediaPart(part));
        break;
      default:
        content.push(part);
    }
  }
  const old = message["function_call"];
  if (isJsonObject(old) && calls.length === 0) calls.push(toolCall(old));
  const thought = toText(message["reasoning_content"] ?? message["reasoning"]) ?? "";
  const text = [thought, ...reasoning].filter(Boolean).join("\n");
  const callId = toText(message["tool_call_id"] ?? message["toolCallId"] ?? (isResult ? message["id"] : undefined));
  const own: ChatMessage = {
    role,
    content: isResult && content.some(isJsonPart) ? resultText(content) : contentOf(content),
    ...given({
      name: toText(message["name"]),
      reasoning_content: text || undefined,
      tool_calls: calls.length > 0 ? calls : undefined,
      tool_call_id: isResult ? callId : undefined,
      refusal: toText(message["refusal"]),
    }),
  };
  const isEmpty = content.length === 0 && calls.length === 0 && text === "" && own["refusal"] === undefined;
  if (results.length === 0) return [own];
  return isEmpty ? results : [own, ...results];
}

/**
 * Whether a tool call has an id or a name. OpenInference's instrumentation of the AI SDK adds a call with neither to
 * each message. Such a call is ignored.
 */
function isNamed({ id, function: target }: JsonObject): boolean {
  return id !== undefined || toJsonObject(target)["name"] !== "";
}

/** Adds a tool call once. Some emitters send it twice: as a part and in a separate field. */
function addCall(calls: JsonObject[], ids: Set<JsonValue | undefined>, call: JsonObject): void {
  const { id } = call;
  if ((id !== undefined && ids.has(id)) || !isNamed(call)) return;
  ids.add(id);
  calls.push(call);
}

function unwrapContent(part: JsonValue): JsonValue {
  const fields = toJsonObject(part);
  if (isJsonObject(fields["tool_call"]) && isJsonObject(fields["message_content"])) {
    return { type: "tool_call", ...fields["tool_call"] };
  }
  return isJsonObject(fields["message_content"]) ? fields["message_content"] : part;
}

function unwrapCall(call: JsonValue): JsonValue {
  const fields = toJsonObject(call);
  return isJsonObject(fields["tool_call"]) ? fields["tool_call"] : call;
}

/** Returns text as a string, other content as parts, and no content as null. */
function contentOf(parts: readonly JsonObject[]): JsonValue {
  if (parts.length === 0) return null;
  if (parts.every((part) => part["type"] === "text")) return parts.map((part) => part["text"]).join("");
  return [...parts];
}

/**
 * Converts the messages in the state of a graph to our format. For a LangGraph command, returns the state update that
 * it contains.
 */
export function readState(sent: JsonValue): JsonValue {
  const [only] = Array.isArray(sent) && sent.length === 1 ? sent : [sent];
  const value = isJsonObject(only) && "graph" in only && isJsonObject(only["update"]) ? only["update"] : sent;
  if (!isJsonObject(value) || !Array.isArray(value["messages"]) || !value["messages"].every(isJsonObject)) return value;
  const messages = readMessages(value["messages"]);
  return messages === undefined ? value : { ...value, messages };
}

/** Returns a tool's result, without LangChain's message around it. */
export function readToolOutput(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { output } = value;
  if (isJsonObject(output) && Object.keys(value).length === 1) return readToolOutput(output);
  const isMessage = value["type"] === "tool" || value["lc"] !== undefined;
  const inner = [value["data"], value["kwargs"], value].find(
    (each) => isJsonObject(each) && each["content"] !== undefined,
  );
  return isMessage && isJsonObject(inner) ? structured(inner["content"] ?? null) : value;
}

/** Reads a system prompt that was sent separately, as text or as parts. */
export function readSystem(value: JsonValue | undefined): ChatMessage[] {
  if (value === undefined || value === null || value === "") return [];
  const read = fromText(value);
  const parts = toList(isJsonObject(read) ? (read["parts"] ?? read["content"] ?? read) : read);
  const text = parts.map((part) => textIn(part)).join("");
  return text === "" ? [] : [{ role: "system", content: text }];
}
