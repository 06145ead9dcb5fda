import { EvaluationError } from "../evaluation-error.ts";
import type { TargetView } from "../target-view.ts";
import { readInput, readText, shorten, textOf } from "./read-input.ts";
import { expectedOption, ignoreCaseOption, outputOption, type Scorer } from "./scorer.ts";

export interface ContainsOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly texts?: readonly string[] | undefined;
  readonly mode?: "any" | "all" | undefined;
  readonly ignoreCase?: boolean | undefined;
}

export const contains: Scorer<ContainsOptions> = {
  name: "contains",
  description: "1 if the output contains all given texts, or one of them, else 0.",
  options: {
    type: "object",
    properties: {
      output: outputOption,
      expected: { ...expectedOption, description: "Path of a text or a list of texts. Used only without `texts`." },
      texts: { type: "array", items: { type: "string" }, minItems: 1, description: "Texts to find." },
      mode: {
        type: "string",
        enum: ["all", "any"],
        description: "Whether all texts must be found, or one of them.",
        default: "all",
      },
      ignoreCase: ignoreCaseOption,
    },
    required: [],
    additionalProperties: false,
  },
  score(view, { output = "output", expected = "expected", texts, mode = "all", ignoreCase = false }) {
    const normalize = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
    const searched = normalize(readText(view, output));
    const wanted = texts ?? textsAt(view, expected);
    const missing = wanted.filter((text) => !searched.includes(normalize(text)));
    const isFound = mode === "all" ? missing.length === 0 : missing.length < wanted.length;
    return isFound ? { value: 1 } : { value: 0, comment: `Not found: ${shorten(missing.join(", "), 1000)}` };
  },
};

function textsAt(view: TargetView, path: string): string[] {
  const value = readInput(view, path);
  const texts = Array.isArray(value) ? value.map(textOf) : [textOf(value)];
  if (texts.length === 0) throw new EvaluationError("inputInvalid", `The list of texts to find, \`${path}\`, is empty`);
  return texts;
}
