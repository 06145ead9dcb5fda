import type { JsonValue } from "../json/json-value.ts";
import type { StepOutline } from "../store/step-outline.ts";

/**
 * Returns an outline as a value of the `Json` scalar. The cast is needed because TypeScript does not accept an
 * interface as a type with an index signature.
 */
export async function outlineValue(outline: Promise<StepOutline | null>): Promise<JsonValue> {
  return (await outline) as unknown as JsonValue; // numbers, strings and null in arrays
}
