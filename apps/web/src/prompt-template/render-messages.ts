import type { JsonValue } from "@threadline/schema/sdk";
import Mustache from "mustache";
import { isJsonObject } from "../json/json-text.ts";

/** The values that a template is rendered with, by name. */
export type TemplateValues = Readonly<Record<string, JsonValue | undefined>>;

/**
 * The messages with the values filled in, as `prompt.formatMessages` of the SDK gives them: texts of messages and of their
 * parts are mustache, nothing is escaped for HTML, an object that stands alone becomes JSON. Throws when a text is no template.
 */
export function renderMessages(messages: readonly JsonValue[], values: TemplateValues): JsonValue[] {
  return messages.map((message) => {
    if (!isJsonObject(message)) return message;
    const { uuid: _uuid, templated: _templated, ...rest } = message;
    return { ...rest, content: renderContent(message["content"] ?? null, values) };
  });
}

function renderContent(content: JsonValue, values: TemplateValues): JsonValue {
  if (typeof content === "string") return renderText(content, values);
  if (!Array.isArray(content)) return content;
  return content.map((part) =>
    isJsonObject(part) && part["type"] === "text" && typeof part["text"] === "string"
      ? { ...part, text: renderText(part["text"], values) }
      : part,
  );
}

function renderText(template: string, values: TemplateValues): string {
  // A writer of its own, because the shared one remembers every template for ever.
  return new Mustache.Writer().render(template, values, undefined, {
    escape: (value: unknown) => (isPlainObject(value) ? JSON.stringify(value) : String(value)),
  });
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
