import type { JsonValue } from "@threadline/schema/sdk";
import { templateTokens, templateVariables, type TemplateVariable, type Token } from "./template-variables.ts";

export interface TemplateField extends TemplateVariable {
  /**
   * Use of the variable. `section`: rendered for each item of a list, or if the value is not empty.
   * `inverted`: only rendered if the value is empty.
   */
  readonly use: "section" | "inverted" | "value";
  /** Example value. If the template reads fields of the variable, the value has these fields. */
  readonly example: JsonValue;
  /**
   * Names of the sections in which the template uses the variable. Inside such a section, the items of the section may
   * provide the value. Empty if the template also uses the variable outside of sections.
   */
  readonly sections: readonly string[];
}

interface Shape {
  readonly fields: Map<string, Shape>;
  isSection: boolean;
  isInverted: boolean;
  /**
   * Whether the template renders the value as text, for example with `{{name}}`. For a section, whether the template
   * renders its items as text, with `{{.}}`.
   */
  isText: boolean;
}

/** Returns the variables in messages, in order of appearance. Throws if a template is invalid. */
export function templateFields(messages: readonly JsonValue[]): TemplateField[] {
  const root = newShape();
  const sections = new Map<string, Set<string>>();
  for (const tokens of templateTokens(messages)) walk(tokens, root, { path: [], sections });
  return templateVariables(messages).map((variable) => {
    const shape = root.fields.get(variable.name);
    return {
      ...variable,
      use: shape?.isSection ? "section" : shape?.isInverted && !shape.isText ? "inverted" : "value",
      example: shape ? exampleOf(shape) : "",
      sections: shape ? [] : [...(sections.get(variable.name) ?? [])],
    };
  });
}

/**
 * Like {@link templateFields}, but returns an empty list for an invalid template, which other clients may have stored.
 */
export function knownTemplateFields(messages: readonly JsonValue[]): readonly TemplateField[] {
  try {
    return templateFields(messages);
  } catch {
    return [];
  }
}

function walk(
  tokens: readonly Token[],
  shape: Shape,
  { path, sections }: { readonly path: readonly string[]; readonly sections: Map<string, Set<string>> },
): void {
  for (const [type, name, , , inner] of tokens) {
    const isSection = type === "#" || type === "^";
    if (!isSection && type !== "name" && type !== "&" && type !== "{") continue;
    const named = name === "." ? shape : fieldOf(shape, name);
    if (type === "#") named.isSection = true;
    else if (type === "^") named.isInverted = true;
    else named.isText = true;
    const [first = ""] = name.split(".");
    if (path.length > 0 && first !== "") sections.set(first, (sections.get(first) ?? new Set()).add(path.join(" › ")));
    if (!isSection || !Array.isArray(inner)) continue;
    // An inverted section has no items. So names inside it refer to the same values as names around it, and `shape` and
    // `path` stay the same.
    if (type === "#") walk(inner, named, { path: name === "." ? path : [...path, name], sections });
    else walk(inner, shape, { path, sections });
  }
}

function newShape(): Shape {
  return { fields: new Map(), isSection: false, isInverted: false, isText: false };
}

function fieldOf(shape: Shape, path: string): Shape {
  let found = shape;
  for (const name of path.split(".")) {
    const next = found.fields.get(name) ?? newShape();
    found.fields.set(name, next);
    found = next;
  }
  return found;
}

function exampleOf({ fields, isSection, isText }: Shape): JsonValue {
  if (fields.size > 0) {
    const item = Object.fromEntries(Array.from(fields, ([name, shape]) => [name, exampleOf(shape)]));
    return isSection ? [item] : item;
  }
  return isSection ? (isText ? ["…"] : true) : "…";
}
