import type { JsonValue } from "@threadline/schema/sdk";
import { readableJson } from "../../json/json-text.ts";
import { plainText } from "../thread/content/plain-text.ts";

/**
 * Returns the texts of values for a diff. If all values are plain text, the texts are returned without JSON quotes and
 * braces. Otherwise, all values are returned as JSON.
 */
export function comparedTexts(values: readonly (JsonValue | null)[]): readonly string[] {
  const texts = values.map(plainText);
  return texts.every((text) => text !== null) ? texts : values.map(readableJson);
}
