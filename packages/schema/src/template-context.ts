import Mustache from "mustache";

/** Mustache context that only finds own properties. Inherited properties, such as `constructor`, are not variables. */
export class OwnContext extends Mustache.Context {
  override push(view: unknown): OwnContext {
    return new OwnContext(view, this);
  }

  override lookup(name: string): unknown {
    const found = name === "." ? { value: this.view as unknown } : findIn(this, name);
    return typeof found?.value === "function" ? (found.value.call(this.view) as unknown) : found?.value;
  }
}

function findIn(innermost: Mustache.Context, name: string): { value: unknown } | undefined {
  const path = name.includes(".") ? name.split(".") : [name];
  for (let context: Mustache.Context | undefined = innermost; context; context = context.parent) {
    const view: unknown = context.view;
    // As in mustache, a property of a string, such as `length`, is found only by a name with a dot, such as
    // `title.length`.
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
