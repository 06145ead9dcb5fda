import mustache from "mustache";
import { isPlainObject } from "./plain-object.ts";
import type { IGenerationMessage } from "./types/generations.ts";
import type { PromptVariables } from "./types/prompts.ts";

/** Renders the texts of a message. Images stay unchanged. */
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
  // A writer of its own, because the shared writer caches every template forever.
  return new mustache.Writer().render(template, new OwnContext(variables), undefined, { escape: toText });
}

/** Mustache context that only finds own properties. Inherited properties, such as `constructor`, are not variables. */
class OwnContext extends mustache.Context {
  override push(view: unknown): OwnContext {
    return new OwnContext(view, this);
  }

  override lookup(name: string): unknown {
    const found = name === "." ? { value: this.view as unknown } : findIn(this, name);
    return typeof found?.value === "function" ? (found.value.call(this.view) as unknown) : found?.value;
  }
}

/** Searches the context, and then its parents. */
function findIn(innermost: mustache.Context, name: string): { value: unknown } | undefined {
  const path = name.includes(".") ? name.split(".") : [name];
  for (let context: mustache.Context | undefined = innermost; context; context = context.parent) {
    const view: unknown = context.view;
    // As in mustache, a name without dots does not find properties of a string, such as `length`.
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
