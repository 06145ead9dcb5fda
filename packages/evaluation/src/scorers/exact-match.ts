import type { JsonValue } from "@threadline/schema/sdk";
import { equalJson } from "./equal-json.ts";
import { parseJson, readInput, textOf } from "./read-input.ts";
import { expectedOption, ignoreCaseOption, outputOption, type Scorer } from "./scorer.ts";

export interface ExactMatchOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly trim?: boolean | undefined;
}

export const exactMatch: Scorer<ExactMatchOptions> = {
  name: "exactMatch",
  description:
    "1 if the output equals the expected value, else 0. The order of an object's fields does not count. An object or list also equals a text with the same JSON.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      expected: expectedOption,
      ignoreCase: ignoreCaseOption,
      trim: {
        type: "boolean",
        description: "Whether white space at the start and end of texts is ignored.",
        default: false,
      },
    },
    required: [],
    additionalProperties: false,
  },
  score(view, { output = "output", expected = "expected", ignoreCase = false, trim = false }) {
    const isEqual = equalValues(readInput(view, output), readInput(view, expected), (text) => {
      const trimmed = trim ? text.trim() : text;
      return ignoreCase ? trimmed.toLowerCase() : trimmed;
    });
    return { value: isEqual ? 1 : 0 };
  },
};

function equalValues(one: JsonValue, other: JsonValue, normalize: (text: string) => string): boolean {
  // If one value is an object or a list, the other value may be a text with the same JSON. So texts are parsed before
  // the comparison.
  const isStructured = typeof one === "object" || typeof other === "object";
  if (!isStructured) return normalize(textOf(one)) === normalize(textOf(other));
  const [first, second] = [one, other].map((value) => (typeof value === "string" ? parseJson(value) : value));
  return (
    first !== undefined && second !== undefined && equalJson(mapTexts(first, normalize), mapTexts(second, normalize))
  );
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapTexts(field, change)]));
}
