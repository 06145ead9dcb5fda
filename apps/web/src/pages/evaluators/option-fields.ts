import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject, parseJson } from "../../json/json-text.ts";
import { parseNumber } from "../../ui/number-text.ts";

export function optionTexts(options: JsonValue): Readonly<Record<string, string>> {
  if (!isJsonObject(options)) return {};
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value, null, 2) : String(value),
    ]),
  );
}

export type OptionType = "boolean" | "json" | "number" | "text" | { readonly values: readonly string[] };

export interface OptionField {
  readonly name: string;
  readonly description: string;
  readonly type: OptionType;
  readonly isRequired: boolean;
  /** Default value as text; empty if the option has none. */
  readonly default: string;
}

export function optionFields(schema: JsonValue): OptionField[] {
  if (!isJsonObject(schema) || !isJsonObject(schema["properties"])) return [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(schema["properties"]).map(([name, given]) => {
    const property = isJsonObject(given) ? given : {};
    const { description, default: initial } = property;
    return {
      name,
      description: typeof description === "string" ? description : "",
      type: typeOf(property),
      isRequired: required.includes(name),
      default: initial === undefined ? "" : typeof initial === "object" ? JSON.stringify(initial) : String(initial),
    };
  });
}

function typeOf({ type, enum: values }: { readonly [key: string]: JsonValue }): OptionType {
  if (Array.isArray(values)) return { values: values.map(String) };
  if (type === "boolean") return "boolean";
  if (type === "number" || type === "integer") return "number";
  return type === "string" ? "text" : "json";
}

/** Parses the text of an option's field; returns undefined if it is not valid. */
export function readOption(text: string, type: OptionType): JsonValue | undefined {
  if (type === "boolean") return text === "true";
  if (type === "number") return parseNumber(text);
  if (type !== "json") return text;
  const { value, error } = parseJson(text);
  return error === null ? (value ?? null) : undefined;
}
