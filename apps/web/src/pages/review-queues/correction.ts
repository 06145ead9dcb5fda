import type { JsonValue } from "@threadline/schema/sdk";
import { parseJson } from "../../json/json-text.ts";

/** Returns the recorded output as text that a reviewer can edit. */
export function textOfOutput(output: JsonValue): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

/**
 * Parses an edited output. If the output was JSON and the text is valid JSON, returns JSON; otherwise, returns the
 * text. Returns null if the text is empty or unchanged.
 */
export function correctionOf(text: string, output: JsonValue): JsonValue {
  if (text.trim() === "" || text === textOfOutput(output)) return null;
  if (output === null || typeof output === "string") return text;
  const { value, error } = parseJson(text);
  return error === null && value !== undefined ? value : text;
}
