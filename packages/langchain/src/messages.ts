import type {
  GenerationMessageRole,
  IGenerationMessage,
  JsonObject,
  JsonValue,
  PromptVariables,
} from "@threadline/core";
import { copyJson, keepJson } from "@threadline/core/internal";
import { type Fields, toFields, toText } from "./values.ts";

const ROLES: Readonly<Record<string, GenerationMessageRole>> = {
  human: "user",
  user: "user",
  ai: "assistant",
  assistant: "assistant",
  system: "system",
  developer: "developer",
  tool: "tool",
  function: "function",
};

/**
 * Whether the value is a message of any LangChain version. An application may contain several copies of the package, so
 * messages are recognized by their methods and not by their class.
 */
export function isMessage(value: unknown): value is Fields {
  const { _getType, getType, lc_namespace: namespace, content } = toFields(value);
  const isTyped = typeof getType === "function" || typeof _getType === "function";
  return isTyped && content !== undefined && (namespace === undefined || Array.isArray(namespace));
}

export function toGenerationMessage(message: Fields): IGenerationMessage {
  const extra = toFields(message["additional_kwargs"]);
  const isTemplated = toText(extra["promptId"]) !== undefined;
  return {
    ...(isTemplated && { uuid: toText(extra["uuid"]), templated: true }),
    role: toRole(message, extra),
    content: toContent(message["content"]),
    ...given("name", toText(message["name"])),
    ...given("function_call", extra["function_call"] as JsonObject | undefined),
    ...given("tool_calls", toToolCalls(message, extra)),
    ...given("tool_call_id", toText(message["tool_call_id"])),
  };
}

/**
 * Returns the cached JSON of a text message that has not changed since it was converted; undefined for any other value.
 */
export function knownTextJson(value: object): JsonObject | undefined {
  const known = keptMessages.get(value as Fields); // `get` accepts any object
  const isKnown = known?.text !== undefined && isText(value as Fields) && isSameText(value as Fields, known.text);
  return isKnown ? known.json : undefined;
}

/**
 * Converts a message to JSON. For a message that has not changed, returns the same object again, so that it is
 * serialized only once.
 */
export function toMessageJson(message: Fields): JsonObject {
  const unchanged = knownTextJson(message);
  if (unchanged !== undefined) return unchanged;
  const known = keptMessages.get(message);
  // The cast is needed, because TypeScript does not assign an interface type to a type with arbitrary keys.
  const copy = copyJson(toGenerationMessage(message)) as JsonObject;
  if (known !== undefined && isSame(copy, known.copy)) return known.json;
  const json = keepJson(copy);
  const text = isText(message) ? readText(message) : undefined;
  keptMessages.set(message, { copy, json, text });
  return json;
}

interface KeptMessage {
  copy: JsonObject;
  json: JsonObject;
  /** Fields of the message, if it consists only of text; otherwise undefined. */
  text: TextMessage | undefined;
}

type TextMessage = Record<"content" | "name" | "role" | "id", unknown>;

const keptMessages = new WeakMap<Fields, KeptMessage>();

function isText({
  content,
  additional_kwargs: extra,
  tool_calls: calls,
  invalid_tool_calls: invalid,
}: Fields): boolean {
  return typeof content === "string" && isEmpty(calls) && isEmpty(invalid) && !hasFields(extra);
}

function hasFields(value: unknown): boolean {
  for (const _field in toFields(value)) return true;
  return false;
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}

function readText({ content, name, role, tool_call_id: id }: Fields): TextMessage {
  return { content, name, role, id };
}

function isSameText(message: Fields, text: TextMessage): boolean {
  if (message["content"] !== text.content || message["name"] !== text.name) return false;
  return message["role"] === text.role && message["tool_call_id"] === text.id;
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  const [left, right] = [one as JsonObject, other as JsonObject]; // lists are compared by their keys, like objects
  return keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]));
}

/** Returns the prompt that the messages were rendered from. `toLangChainPrompt` adds it to the messages. */
export function findPrompt(messages: readonly Fields[]): { promptId?: string; variables?: JsonObject } {
  for (const message of messages) {
    const { promptId, variables } = toFields(message["additional_kwargs"]);
    const id = toText(promptId);
    // The cast is safe, because the application passed these variables to a prompt, and a prompt accepts only JSON
    // values.
    if (id !== undefined) return { promptId: id, variables: { ...(toFields(variables) as PromptVariables) } };
  }
  return {};
}

function toRole(message: Fields, extra: Fields): GenerationMessageRole {
  const { getType, _getType } = message;
  const type = typeof getType === "function" ? getType.call(message) : (_getType as () => unknown).call(message);
  const name = extra["__openai_role__"] ?? (type === "generic" ? message["role"] : type);
  return ROLES[String(name)] ?? "user";
}

function toContent(content: unknown): IGenerationMessage["content"] {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  // Other parts, such as audio and files, remain unchanged.
  return content.map((part: unknown) => toPart(part)) as IGenerationMessage["content"];
}

function toPart(part: unknown): unknown {
  if (typeof part === "string") return { type: "text", text: part };
  const { type, source } = toFields(part);
  if (type !== "image") return part;
  // In Anthropic's format, the data and its type are in `source`, not in the part itself.
  const {
    url,
    data,
    mimeType,
    media_type: mediaType = mimeType,
    mime_type: mime = mediaType,
  } = {
    ...toFields(part),
    ...toFields(source),
  };
  if (typeof url === "string") return { type: "image_url", image_url: { url } };
  if (typeof data !== "string") return part;
  return { type: "image_url", image_url: { url: toDataUri(part as object, data, toText(mime) ?? "image/png") } };
}

const dataUris = new WeakMap<object, { data: string; mime: string; uri: string }>();

function toDataUri(part: object, data: string, mime: string): string {
  const known = dataUris.get(part);
  if (known?.data === data && known.mime === mime) return known.uri;
  const uri = `data:${mime};base64,${data}`;
  dataUris.set(part, { data, mime, uri });
  return uri;
}

function toToolCalls(message: Fields, extra: Fields): JsonObject[] | undefined {
  const { tool_calls: calls, invalid_tool_calls: invalid } = message;
  const all: unknown[] = [...(Array.isArray(calls) ? calls : []), ...(Array.isArray(invalid) ? invalid : [])];
  if (all.length === 0) return extra["tool_calls"] as JsonObject[] | undefined;
  return all.map(toFields).map(({ id, name, args }) => ({
    id: toText(id) ?? null,
    type: "function",
    function: { name: toText(name) ?? "", arguments: typeof args === "string" ? args : JSON.stringify(args ?? {}) },
  }));
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
