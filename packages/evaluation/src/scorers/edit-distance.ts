import { distance } from "fastest-levenshtein";
import { EvaluationError } from "../evaluation-error.ts";
import type { TargetView } from "../target-view.ts";
import { readText } from "./read-input.ts";
import { expectedOption, ignoreCaseOption, outputOption, type Scorer } from "./scorer.ts";

export interface EditDistanceOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
}

/**
 * Maximum length of a text. The time to compute a distance grows quadratically. For two texts of this length, it is
 * about a tenth of a second.
 */
const maxLength = 20_000;

export const editDistance: Scorer<EditDistanceOptions> = {
  name: "editDistance",
  description:
    "Similarity of output and expected text: 1 minus their Levenshtein distance, divided by the length of the longer text.",
  options: {
    type: "object",
    properties: { output: outputOption, expected: expectedOption, ignoreCase: ignoreCaseOption },
    required: [],
    additionalProperties: false,
  },
  score(view, { output = "output", expected = "expected", ignoreCase = false }) {
    const read = (path: string): string => {
      const text = readShortText(view, path);
      return ignoreCase ? text.toLowerCase() : text;
    };
    const actual = read(output);
    const wanted = read(expected);
    const longer = Math.max(actual.length, wanted.length);
    return { value: longer === 0 ? 1 : 1 - distance(actual, wanted) / longer };
  },
};

function readShortText(view: TargetView, path: string): string {
  const text = readText(view, path);
  if (text.length <= maxLength) return text;
  throw new EvaluationError("limitExceeded", `\`${path}\` is longer than ${maxLength} characters`);
}
