import type { JsonValue } from "../json/json-value.ts";
import type { StepOutline } from "../store/step-outline.ts";

export async function outlineValue(outline: Promise<StepOutline | null>): Promise<JsonValue> {
  return (await outline) as unknown as JsonValue; // an outline has only arrays of numbers, strings and null
}
