import type { JsonValue } from "@threadline/schema/sdk";
import { stringify } from "yaml";
import { asText } from "../content/as-text.ts";

/** Larger values stay JSON, because converting them is slow. */
const yamlLimit = 200_000;

/** Payload as lines to compare: strings unchanged, other values as YAML, whose texts keep their line breaks. */
export function comparableText(value: JsonValue): string {
  if (value === null) return "";
  const json = asText(value);
  if (typeof value === "string" || json.length > yamlLimit) return json;
  return stringify(value, { lineWidth: 0, blockQuote: "literal", aliasDuplicateObjects: false });
}
