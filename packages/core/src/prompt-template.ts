import { OwnContext } from "@threadline/schema/template-context";
import mustache from "mustache";
import { isPlainObject } from "./plain-object.ts";
import type { IGenerationMessage } from "./types/generations.ts";
import type { PromptVariables } from "./types/prompts.ts";

export function renderContent(
  content: IGenerationMessage["content"],
  variables: PromptVariables,
): IGenerationMessage["content"] {
  if (typeof content === "string") return renderText(content, variables);
  if (content === null) return null;
  return content.map((part) => (part.type === "text" ? { ...part, text: renderText(part.text, variables) } : part));
}

/** Renders a mustache template, without escaping HTML. */
export function renderText(template: string, variables: PromptVariables): string {
  // Mustache's shared writer keeps every template in its cache forever. So each call creates a writer of its own.
  return new mustache.Writer().render(template, new OwnContext(variables), undefined, { escape: toText });
}

function toText(value: unknown): string {
  return isPlainObject(value) ? JSON.stringify(value) : String(value);
}
