import type { JsonValue } from "@threadline/schema/sdk";
import { OwnContext } from "@threadline/schema/template-context";
import Mustache from "mustache";
import { isJsonObject } from "../json/json-text.ts";
import type { Token } from "./template-variables.ts";

type Writer = InstanceType<typeof Mustache.Writer>;
type Context = InstanceType<typeof Mustache.Context>;

export type TemplateValues = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Renders messages like `prompt.formatMessages` of the SDK. The texts of messages and of their parts are Mustache
 * templates, without HTML escaping. An object rendered as text becomes JSON. Throws if a template is invalid.
 */
export function renderMessages(messages: readonly JsonValue[], values: TemplateValues): JsonValue[] {
  return renderEach(messages, (text) => render(new Mustache.Writer(), text, values));
}

/** Messages rendered with placeholders for missing values. */
export interface PreviewedMessages {
  readonly messages: JsonValue[];
  /** Names of variables that have no value. */
  readonly unset: ReadonlySet<string>;
  /** Placeholders in the rendered texts, such as `{{user.name}}`, or `{{#items}}…{{/items}}` for a section. */
  readonly places: ReadonlySet<string>;
}

/** Like {@link renderMessages}, but renders missing values as placeholders. Throws if a template is invalid. */
export function previewMessages(messages: readonly JsonValue[], values: TemplateValues): PreviewedMessages {
  const unset = new Set<string>();
  const places = new Set<string>();
  const keep = (name: string, place: string): string => {
    unset.add(name);
    places.add(place);
    return place;
  };
  const rendered = renderEach(messages, (text) => render(placeKeeper(text, keep), text, values));
  return { messages: rendered, unset, places };
}

/**
 * Creates a Mustache writer that renders variables and sections without a value as the text that `keep` returns. There
 * is one exception: if the template has an inverted section `{{^name}}`, the template itself handles a missing `name`.
 * The section `{{#name}}` is then rendered as usual, without `keep`.
 */
function placeKeeper(template: string, keep: (name: string, place: string) => string): Writer {
  const writer: Writer = new Mustache.Writer();
  const { prototype } = Mustache.Writer;
  const foreseen = new Set(invertedNames(writer.parse(template)));
  writer.escapedValue = (token, context, config) => {
    const [, name = ""] = token;
    return isUnset(name, context)
      ? keep(name, `{{${name}}}`)
      : prototype.escapedValue.call(writer, token, context, config);
  };
  writer.unescapedValue = (token, context) => {
    const [, name = ""] = token;
    return isUnset(name, context) ? keep(name, `{{{${name}}}}`) : prototype.unescapedValue.call(writer, token, context);
  };
  writer.renderSection = (token, context, ...rest) => {
    const [, name = ""] = token;
    return isUnset(name, context) && !foreseen.has(name)
      ? keep(name, `{{#${name}}}…{{/${name}}}`)
      : prototype.renderSection.call(writer, token, context, ...rest);
  };
  return writer;
}

function isUnset(name: string, context: Context): boolean {
  return context.lookup(name) === undefined;
}

function invertedNames(tokens: readonly Token[]): string[] {
  return tokens.flatMap(([type, name, , , inner]) => [
    ...(type === "^" ? [name] : []),
    ...(Array.isArray(inner) ? invertedNames(inner) : []),
  ]);
}

function renderEach(messages: readonly JsonValue[], renderText: (text: string) => string): JsonValue[] {
  return messages.map((message) => {
    if (!isJsonObject(message)) return message;
    const { uuid: _uuid, templated: _templated, ...rest } = message;
    return { ...rest, content: renderContent(message["content"] ?? null, renderText) };
  });
}

function renderContent(content: JsonValue, renderText: (text: string) => string): JsonValue {
  if (typeof content === "string") return renderText(content);
  if (!Array.isArray(content)) return content;
  return content.map((part) =>
    isJsonObject(part) && part["type"] === "text" && typeof part["text"] === "string"
      ? { ...part, text: renderText(part["text"]) }
      : part,
  );
}

/**
 * Renders a template. Callers pass a new writer, because the shared writer of Mustache caches every template forever.
 */
function render(writer: Writer, template: string, values: TemplateValues): string {
  return writer.render(template, new OwnContext(values), undefined, {
    escape: (value: unknown) => (isPlainObject(value) ? JSON.stringify(value) : String(value)),
  });
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
