import type { JsonValue } from "@threadline/schema/sdk";
import Mustache from "mustache";
import { isJsonObject } from "../json/json-text.ts";

/** A variable of a template. Its language is `json` if the template reads fields of it, and `plaintext` otherwise. */
export interface TemplateVariable {
  readonly name: string;
  readonly language: "json" | "plaintext";
}

/** A Mustache token: type, name, start, end, and a section's content. */
export type Token = readonly [type: string, name: string, start: number, end: number, inner?: readonly Token[]];

/**
 * Returns the variables in messages, in order of appearance. The service finds the same variables when a version is
 * stored. Throws if a template is invalid.
 */
export function templateVariables(messages: readonly JsonValue[]): TemplateVariable[] {
  const languages = new Map<string, TemplateVariable["language"]>();
  for (const tokens of templateTokens(messages)) collect(tokens, languages);
  return Array.from(languages, ([name, language]) => ({ name, language }));
}

/** Returns the Mustache tokens of each text. Throws if a template is invalid. */
export function templateTokens(messages: readonly JsonValue[]): (readonly Token[])[] {
  return messages.flatMap((message) => {
    const content = isJsonObject(message) ? message["content"] : null;
    return textsOf(content ?? null).map((text): readonly Token[] => new Mustache.Writer().parse(text));
  });
}

function textsOf(content: JsonValue): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : []));
}

function collect(tokens: readonly Token[], languages: Map<string, TemplateVariable["language"]>): void {
  for (const [type, path, , , inner] of tokens) {
    const isSection = type === "#" || type === "^";
    if (!isSection && type !== "name" && type !== "&" && type !== "{") continue;
    const name = path.split(".")[0];
    if (name) {
      const isJson = type === "#" || name !== path;
      if (isJson || !languages.has(name)) languages.set(name, isJson ? "json" : "plaintext");
    }
    if (isSection && Array.isArray(inner)) collect(inner, languages);
  }
}
