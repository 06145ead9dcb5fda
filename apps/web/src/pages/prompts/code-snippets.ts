import type { JsonValue } from "@threadline/schema/sdk";

export interface SnippetPrompt {
  readonly name: string;
  readonly version: number;
  /** Example values of the template's variables, by name. */
  readonly values: ReadonlyMap<string, JsonValue>;
}

/**
 * Returns TypeScript code for the SDK. A name that is not an identifier becomes a string literal, so that no name can
 * inject code.
 */
export function typescriptSnippet({ name, version, values }: SnippetPrompt): string {
  return `import { Threadline } from "@threadline/core";

const client = new Threadline();
const prompt = await client.api.getPrompt(${JSON.stringify(name)}, ${version});
const messages = prompt?.formatMessages(${values.size === 0 ? "" : typescriptOf(Object.fromEntries(values))});`;
}

/** Returns Python code for the client of Literal AI. */
export function pythonSnippet({ name, version, values }: SnippetPrompt): string {
  return `from literalai import LiteralClient

client = LiteralClient()
prompt = client.api.get_prompt(name=${JSON.stringify(name)}, version=${version})
messages = prompt.format_messages(${values.size === 0 ? "" : `**${pythonOf(Object.fromEntries(values))}`})`;
}

function typescriptOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(typescriptOf).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return objectOf(value, typescriptKey, typescriptOf, " ");
}

function typescriptKey(key: string): string {
  // A `__proto__` key without brackets would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** Formats a value as Python. Strings and numbers are the same as in JSON. */
function pythonOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "None";
  return typeof value === "object"
    ? objectOf(value, (key) => JSON.stringify(key), pythonOf, "")
    : JSON.stringify(value);
}

function objectOf(
  value: { readonly [key: string]: JsonValue },
  keyOf: (key: string) => string,
  textOf: (value: JsonValue) => string,
  padding: string,
): string {
  const entries = Object.entries(value).map(([key, field]) => `${keyOf(key)}: ${textOf(field)}`);
  return `{${padding}${entries.join(", ")}${padding}}`;
}
