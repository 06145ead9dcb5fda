import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson, readableJson } from "../../../json/json-text.ts";
import {
  type PreviewedMessages,
  previewMessages,
  type TemplateValues,
} from "../../../prompt-template/render-messages.ts";
import { knownTemplateFields, type TemplateField } from "../../../prompt-template/template-fields.ts";
import type { PromptContent } from "./prompt-content.ts";

/**
 * Returns the distinct variables of several templates. A variable is of type JSON if any template reads fields of it.
 */
export function variablesOf(contents: readonly PromptContent[]): readonly TemplateField[] {
  const fields = new Map<string, TemplateField>();
  for (const field of contents.flatMap(({ templateMessages }) => knownTemplateFields(templateMessages))) {
    const known = fields.get(field.name);
    if (!known || (known.language === "plaintext" && field.language === "json")) fields.set(field.name, field);
  }
  return [...fields.values()];
}

/** Returns the values of a template's variables. An empty or invalid text is replaced with the variable's default. */
export function valuesOf(
  { templateMessages, variablesDefaultValues: defaults }: PromptContent,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, JsonValue>> {
  const entered = knownTemplateFields(templateMessages).flatMap(({ name, language }) => {
    const text = Object.hasOwn(texts, name) ? (texts[name] ?? "") : "";
    if (text === "") return [];
    const value = language === "json" ? parseJson(text).value : text;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(isJsonObject(defaults) ? defaults : {}), ...Object.fromEntries(entered) };
}

/** Whether the text of a variable of type JSON is not valid JSON. */
export function hasInvalidValue({ templateMessages }: PromptContent, texts: Readonly<Record<string, string>>): boolean {
  return knownTemplateFields(templateMessages).some(
    ({ name, language }) =>
      language === "json" && Object.hasOwn(texts, name) && parseJson(texts[name] ?? "").error !== null,
  );
}

/**
 * Returns the values of template variables for a dataset item. If the input is an object, each field is the value of
 * the variable with the same name. Any other input is the value of the only variable. If `names` has several variables,
 * it is not used.
 */
export function valueTexts(input: JsonValue, names: readonly string[]): Readonly<Record<string, string>> {
  const [name, ...others] = names;
  if (!isJsonObject(input)) return name === undefined || others.length > 0 ? {} : { [name]: readableJson(input) };
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, readableJson(value)]));
}

/** Rendered messages, or the reason why they cannot be rendered. */
export type Preview =
  | (PreviewedMessages & { readonly problem: null })
  | (Omit<PreviewedMessages, "messages"> & { readonly messages: null; readonly problem: string });

export function previewOf({ templateMessages }: PromptContent, values: TemplateValues): Preview {
  try {
    return { ...previewMessages(templateMessages, values), problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { messages: null, unset: new Set(), places: new Set(), problem };
  }
}
