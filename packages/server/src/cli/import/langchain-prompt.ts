import type { ITool } from "@threadline/core";
import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { toJsonObject, toList, toText } from "../../otlp/values.ts";

export interface PromptContent {
  readonly messages: readonly JsonObject[];
  readonly settings: JsonObject | undefined;
  readonly tools: readonly ITool[] | undefined;
  /** Number of parts that cannot be converted: placeholders of message lists, and parts that are not text. */
  readonly omitted: number;
}

/** Reads a serialized LangChain prompt, either alone or in a sequence with a model. */
export function readPromptManifest(manifest: JsonObject): PromptContent {
  const kwargs = toJsonObject(manifest["kwargs"]);
  const first = toJsonObject(kwargs["first"]);
  if (Object.keys(first).length > 0) {
    const last = toJsonObject(kwargs["last"]);
    const bound = toJsonObject(last["kwargs"]);
    const model = toJsonObject(bound["bound"]);
    const prompt = readPromptManifest(first);
    const binding = toJsonObject(bound["kwargs"]);
    const settings = plainSettings(toJsonObject(model["kwargs"] ?? last["kwargs"]));
    const tools = toList(binding["tools"]).map(toJsonObject) as unknown as ITool[]; // kept in the provider's format
    return {
      ...prompt,
      settings: Object.keys(settings).length > 0 ? settings : undefined,
      tools: tools.length > 0 ? tools : undefined,
    };
  }
  const parts = toList(kwargs["messages"]).map(toJsonObject);
  const messages = parts.length > 0 ? parts.flatMap(readMessage) : readMessage(manifest);
  const expected = parts.length > 0 ? parts.length : 1;
  return { messages, settings: undefined, tools: undefined, omitted: expected - messages.length };
}

const roles: Readonly<Record<string, string>> = { Human: "user", AI: "assistant", System: "system", Chat: "user" };

function readMessage(part: JsonObject): JsonObject[] {
  const kwargs = toJsonObject(part["kwargs"]);
  const className = toText(toList(part["id"]).at(-1)) ?? "";
  const role = toText(kwargs["role"]) ?? roles[/^(Human|AI|System|Chat)Message/u.exec(className)?.[1] ?? "Human"];
  if (typeof kwargs["content"] === "string") return [{ role: role ?? "user", content: kwargs["content"] }];
  const templates =
    kwargs["prompt"] === undefined
      ? [kwargs]
      : toList(kwargs["prompt"]).map((each) => toJsonObject(toJsonObject(each)["kwargs"]));
  const texts = templates.flatMap((template) => readTemplate(template));
  return texts.length === 0 ? [] : [{ role: role ?? "user", content: texts.join("\n") }];
}

function readTemplate(template: JsonObject): string[] {
  const text = template["template"];
  if (typeof text !== "string") return [];
  return [template["template_format"] === "mustache" ? text : toMustache(text)];
}

/**
 * Converts a Python format string to a mustache template. `{name}` becomes `{{name}}`, and the escape `{{` becomes `{`.
 */
export function toMustache(text: string): string {
  return text.replace(/\{\{|\}\}|\{([^{}]*)\}/gu, (match: string, name: string | undefined) => {
    if (name === undefined) return match[0] ?? "";
    return `{{${name.trim()}}}`;
  });
}

function isPlain(value: JsonValue): boolean {
  return value !== null && typeof value !== "object";
}

function plainSettings(kwargs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(kwargs).filter(([name, value]) => isPlain(value) && !/key|secret|token$/iu.test(name)),
  );
}
