import type { JsonValue } from "@threadline/schema/sdk";
import { pythonOptions, sdkOptions } from "../logs/first-record/snippets.ts";

export interface SnippetPrompt {
  /** URL of the service, without a trailing slash. */
  readonly url: string;
  readonly name: string;
  readonly version: number;
  readonly values: ReadonlyMap<string, JsonValue>;
}

/**
 * Returns TypeScript code for the SDK. Names that are not identifiers become string literals, so that a name cannot
 * inject code.
 */
export function typescriptSnippet({ url, name, version, values }: SnippetPrompt): string {
  return `import { Threadline } from "@threadline/core";

const client = new Threadline(${sdkOptions({ url, apiKey: null })});
const prompt = await client.api.getPrompt(${JSON.stringify(name)}, ${version});
const messages = prompt?.formatMessages(${values.size === 0 ? "" : typescriptOf(Object.fromEntries(values))});`;
}

export function pythonSnippet({ url, name, version, values }: SnippetPrompt): string {
  return `from literalai import LiteralClient

client = LiteralClient(${pythonOptions({ url, apiKey: null })})
prompt = client.api.get_prompt(name=${JSON.stringify(name)}, version=${version})
messages = prompt.format_messages(${values.size === 0 ? "" : `**${pythonOf(Object.fromEntries(values))}`})`;
}

function typescriptOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(typescriptOf).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return objectOf(value, typescriptKey, typescriptOf, " ");
}

function typescriptKey(key: string): string {
  // In an object literal, the key `__proto__` without brackets would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** Formats a value as Python. Strings and numbers are written as in JSON. */
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
