import Mustache from "mustache";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { badInput } from "./errors.ts";
import { isJsonObject, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import type { Given } from "./text.ts";

/**
 * Reads the messages of a prompt. Each message gets a `uuid`. Clients use it to find the template of a message that was
 * rendered and logged. The field `templated`, which rendered messages have, is removed.
 */
export function readTemplateMessages(value: Given<JsonValue>, newId: () => string): JsonObject[] {
  const messages = readPayload("templateMessages", value) ?? [];
  if (!Array.isArray(messages)) throw badInput("templateMessages", "must be a list of messages");
  const limit = recordLimits.templateMessages;
  if (messages.length > limit) throw badInput("templateMessages", `at most ${limit} messages are allowed`, limit);
  return messages.map((message, index) => {
    if (!isJsonObject(message)) throw badInput(`templateMessages[${index}]`, "must be an object with role and content");
    const { uuid, templated: _, ...rest } = message;
    return { uuid: typeof uuid === "string" && uuid !== "" ? uuid : newId(), ...rest };
  });
}

/**
 * A template variable. The language is `json` if the template accesses fields of the variable (`user.name`) or uses the
 * variable as a section. Otherwise, it is `plaintext`.
 */
export interface TemplateVariable {
  readonly name: string;
  readonly language: "json" | "plaintext";
}

/**
 * Returns the variables of a template, in order of appearance. A variable that is a section or has fields (`user.name`)
 * is of type JSON. Also returns the variables inside a section, because their values may come from outside of it.
 */
export function variablesOf(messages: readonly JsonObject[], list = "templateMessages"): TemplateVariable[] {
  const languages = new Map<string, TemplateVariable["language"]>();
  let length = 0;
  for (const [index, message] of messages.entries()) {
    for (const text of textsOf(message["content"] ?? null)) {
      length += text.length;
      if (length > recordLimits.templateLength) {
        throw badInput(
          list,
          `the text is longer than ${recordLimits.templateLength} characters`,
          recordLimits.templateLength,
        );
      }
      const field = `${list}[${index}].content`;
      collect(parse(field, text), { field, depth: 1, languages });
    }
  }
  return Array.from(languages, ([name, language]) => ({ name, language }));
}

/**
 * Returns the variables that a message uses outside of sections, and the variables that are sections. Names inside a
 * section are omitted, because they may be fields of the section's value: `{{#user}}{{name}}{{/user}}`.
 */
export function outerVariablesOf(message: JsonObject): string[] {
  const tokens = textsOf(message["content"] ?? null).flatMap((text) => [...parse("content", text)]);
  return tokens.flatMap(([type, path]) => (type === "text" || type === "!" ? [] : [path.split(".")[0] ?? ""]));
}

function textsOf(content: JsonValue): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : []));
}

/** Token of the Mustache parser. `inner` contains the tokens of a section. */
type Token = readonly [type: string, name: string, start: number, end: number, inner?: readonly Token[]];

function parse(field: string, text: string): readonly Token[] {
  // Mustache takes quadratic time for long white space, which does not affect variables.
  const condensed = text.replaceAll(/\s+/g, " ");
  try {
    // `Mustache.parse` would cache every template permanently.
    return new Mustache.Writer().parse(condensed);
  } catch (error) {
    throw badInput(field, `is not a valid template: ${(error as Error).message}`);
  }
}

function collect(
  tokens: readonly Token[],
  { field, depth, languages }: { field: string; depth: number; languages: Map<string, TemplateVariable["language"]> },
): void {
  if (depth > recordLimits.templateDepth) {
    throw badInput(
      field,
      `nests sections deeper than ${recordLimits.templateDepth} levels`,
      recordLimits.templateDepth,
    );
  }
  for (const [type, path, , , inner] of tokens) {
    const isSection = type === "#" || type === "^";
    if (!isSection && type !== "name" && type !== "&" && type !== "{") continue;
    const name = path.split(".")[0];
    if (name) {
      const isJson = type === "#" || name !== path;
      if (isJson || !languages.has(name)) languages.set(name, isJson ? "json" : "plaintext");
    }
    if (isSection && Array.isArray(inner)) collect(inner, { field, depth: depth + 1, languages });
  }
}
