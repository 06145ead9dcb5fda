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
  // Uses its own writer, because the shared one caches every template forever.
  return new mustache.Writer().render(template, new OwnContext(variables), undefined, { escape: toText });
}

/** Finds the fields that values have themselves; those that every object inherits, such as `constructor`, are no variables. */
class OwnContext extends mustache.Context {
  override push(view: unknown): OwnContext {
    return new OwnContext(view, this);
  }

  override lookup(name: string): unknown {
    const found = name === "." ? { value: this.view as unknown } : findIn(this, name);
    return typeof found?.value === "function" ? (found.value.call(this.view) as unknown) : found?.value;
  }
}

/** Looks up the context, then its parents. */
function findIn(innermost: mustache.Context, name: string): { value: unknown } | undefined {
  const path = name.includes(".") ? name.split(".") : [name];
  for (let context: mustache.Context | undefined = innermost; context; context = context.parent) {
    const view: unknown = context.view;
    // As in mustache, a name without dots is no field of a text, such as its `length`.
    const found = path.length > 1 || typeof view === "object" ? findOwn(view, path) : undefined;
    if (found) return found;
  }
  return undefined;
}

function findOwn(view: unknown, path: readonly string[]): { value: unknown } | undefined {
  let value = view;
  for (const name of path) {
    if (value === null || value === undefined || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { value };
}

function toText(value: unknown): string {
  return isPlainObject(value) ? JSON.stringify(value) : String(value);
}
