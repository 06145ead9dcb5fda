import type { JsonValue } from "@threadline/schema/sdk";
import { stringify } from "yaml";
import { asText } from "../content/as-text.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import type { Part } from "./comparable-part.ts";

/** Larger values stay JSON, because converting them is slow. */
const yamlLimit = 200_000;

/** Payload as lines to compare: strings unchanged, other values as YAML, whose texts keep their line breaks. */
export function comparableText(value: JsonValue): string {
  if (value === null) return "";
  const json = asText(value);
  if (typeof value === "string" || json.length > yamlLimit) return json;
  return stringify(value, { lineWidth: 0, blockQuote: "literal", aliasDuplicateObjects: false });
}

/** Input or output of a step; of a model call, what its model received or returned. */
export function valueOf({ input, output, generation }: Payload, part: Part): JsonValue {
  return part === "input"
    ? (generation?.messages ?? generation?.prompt ?? input ?? null)
    : (generation?.messageCompletion ?? generation?.completion ?? output ?? null);
}
