import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson } from "../../json/json-text.ts";
import { type PreviewedMessages, previewMessages, type TemplateValues } from "../../prompt-template/render-messages.ts";
import type { TemplateVariable } from "../../prompt-template/template-variables.ts";
import type { PromptContent } from "./prompt-draft.ts";

/** Rendered messages, or the reason why the template cannot be rendered. */
export type Preview =
  | (PreviewedMessages & { readonly problem: null })
  | (Omit<PreviewedMessages, "messages"> & { readonly messages: null; readonly problem: string });

/** Renders a template with its defaults and the entered values. */
export function renderPreview(
  { templateMessages, variablesDefaultValues }: PromptContent,
  variables: readonly TemplateVariable[],
  filled: Readonly<Record<string, string>>,
): Preview {
  try {
    const values = readValues(variablesDefaultValues, variables, filled);
    return { ...previewMessages(templateMessages, values), problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { messages: null, unset: new Set(), places: new Set(), problem };
  }
}

/** Defaults, overridden by entered values. Invalid JSON counts as not entered. */
function readValues(
  defaults: JsonValue,
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, string>>,
): TemplateValues {
  const filled = variables.flatMap(({ name, language }) => {
    const text = Object.hasOwn(values, name) ? (values[name] ?? "") : "";
    if (text === "") return [];
    const value = language === "json" ? parseJson(text).value : text;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(isJsonObject(defaults) ? defaults : {}), ...Object.fromEntries(filled) };
}
