import { EvaluationError } from "../evaluation-error.ts";
import type { TargetView } from "../target-view.ts";
import { readInput, shorten, textOf } from "./read-input.ts";
import { expectedOption, outputOption, type Scorer } from "./scorer.ts";

export interface NumericClosenessOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly absolute?: number | undefined;
  readonly relative?: number | undefined;
}

export const numericCloseness: Scorer<NumericClosenessOptions> = {
  name: "numericCloseness",
  description:
    "1 if the output is within the absolute or relative tolerance of the expected number, else 0. Without a tolerance: 1 minus the difference, divided by the sum of both absolute values.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      expected: expectedOption,
      absolute: { type: "number", minimum: 0, description: "Maximum difference." },
      relative: { type: "number", minimum: 0, description: "Maximum difference as a share of the expected number." },
    },
    required: [],
    additionalProperties: false,
  },
  score(view, { output = "output", expected = "expected", absolute, relative }) {
    const actual = readNumber(view, output);
    const wanted = readNumber(view, expected);
    const difference = Math.abs(actual - wanted);
    if (absolute === undefined && relative === undefined) {
      const sum = Math.abs(actual) + Math.abs(wanted);
      return { value: sum === 0 ? 1 : 1 - difference / sum };
    }
    const tolerance = Math.max(absolute ?? 0, (relative ?? 0) * Math.abs(wanted));
    return { value: difference <= tolerance ? 1 : 0, comment: `Difference: ${difference}` };
  },
};

function readNumber(view: TargetView, path: string): number {
  const value = readInput(view, path);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new EvaluationError("inputInvalid", `\`${path}\` is not a number: ${shorten(textOf(value), 80)}`);
}
