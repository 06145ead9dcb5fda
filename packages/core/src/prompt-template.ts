import mustache from "mustache";
import { isPlainObject } from "./plain-object.ts";
import type { IGenerationMessage } from "./types/generations.ts";
import type { PromptVariables } from "./types/prompts.ts";

/** Fills the variables into every text of a message; images stay as they are. */
export function renderContent(
  content: IGenerationMessage["content"],
  variables: PromptVariables,
): IGenerationMessage["content"] {
  if (typeof content === "string") return renderText(content, variables);
  if (content === null) return null;
  return content.map((part) => (part.type === "text" ? { ...part, text: renderText(part.text, variables) } : part));
}

/** Fills variables into a mustache template. The text is for a model, not for a page: nothing is escaped for HTML. */
export function renderText(template: string, variables: PromptVariables): string {
  // A writer of its own, because the shared one remembers every template for ever.
  return new mustache.Writer().render(template, variables, undefined, { escape: toText });
}

function toText(value: unknown): string {
  return isPlainObject(value) ? JSON.stringify(value) : String(value);
}
