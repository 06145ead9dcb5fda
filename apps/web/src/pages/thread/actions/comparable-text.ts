import type { JsonValue } from "@threadline/schema/sdk";
import { stringify } from "yaml";
import { asText } from "../content/as-text.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import type { Part } from "./comparable-part.ts";

/** Maximum length of JSON that is converted to YAML. Longer values stay JSON, because the conversion is slow. */
const yamlLimit = 200_000;

/**
 * Formats a payload for a line-by-line comparison. Strings are unchanged. Other values become YAML, which keeps the
 * line breaks within texts.
 */
export function comparableText(value: JsonValue): string {
  if (value === null) return "";
  const json = asText(value);
  if (typeof value === "string" || json.length > yamlLimit) return json;
  return stringify(value, { lineWidth: 0, blockQuote: "literal", aliasDuplicateObjects: false });
}

/** Returns the input or output of a step. For a model call, these are the messages sent or received. */
export function valueOf({ input, output, generation }: Payload, part: Part): JsonValue {
  return part === "input"
    ? (generation?.messages ?? generation?.prompt ?? input ?? null)
    : (generation?.messageCompletion ?? generation?.completion ?? output ?? null);
}
