import { RE2JS } from "re2js";
import { EvaluationError } from "../evaluation-error.ts";
import { readText } from "./read-input.ts";
import { ignoreCaseOption, outputOption, type Scorer } from "./scorer.ts";

export interface RegularExpressionOptions {
  readonly output?: string | undefined;
  readonly pattern: string;
  readonly ignoreCase?: boolean | undefined;
  readonly wholeText?: boolean | undefined;
}

const maxPatternLength = 1000;
/**
 * Maximum number of instructions of a compiled pattern. Nested repeats such as `(a{100}){100}` multiply their
 * instructions.
 */
const maxProgramSize = 10_000;

export const regularExpression: Scorer<RegularExpressionOptions> = {
  name: "regularExpression",
  description: "1 if the output matches a regular expression in RE2 syntax, else 0. Matching takes linear time.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      pattern: {
        type: "string",
        minLength: 1,
        maxLength: maxPatternLength,
        description: "Regular expression in RE2 syntax, without lookarounds and backreferences.",
      },
      ignoreCase: ignoreCaseOption,
      wholeText: {
        type: "boolean",
        description: "Whether the whole text must match, rather than a part of it.",
        default: false,
      },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  score(view, { output = "output", pattern, ignoreCase = false, wholeText = false }) {
    const program = compile(pattern, ignoreCase);
    const matcher = program.matcher(readText(view, output));
    return { value: (wholeText ? matcher.matches() : matcher.find()) ? 1 : 0 };
  },
};

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  let program: RE2JS;
  try {
    program = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new EvaluationError("definitionInvalid", `\`pattern\` is invalid: ${(error as Error).message}`);
  }
  if (program.programSize() > maxProgramSize) {
    throw new EvaluationError("definitionInvalid", "`pattern` is too complex; use fewer or shorter repetitions");
  }
  return program;
}
