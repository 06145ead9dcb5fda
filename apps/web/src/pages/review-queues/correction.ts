import type { JsonValue } from "@threadline/schema/sdk";
import { parseJson } from "../../json/json-text.ts";

/** Returns the recorded output as text that a reviewer can edit. */
export function textOfOutput(output: JsonValue): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

/**
 * Returns the correction that a reviewer entered; null if the text is empty or unchanged. If the recorded output is
 * neither text nor null, a text that is valid JSON is parsed. Otherwise, the correction is the text.
 */
export function correctionOf(text: string, output: JsonValue): JsonValue {
  if (text.trim() === "" || text === textOfOutput(output)) return null;
  if (output === null || typeof output === "string") return text;
  const { value, error } = parseJson(text);
  return error === null && value !== undefined ? value : text;
}
