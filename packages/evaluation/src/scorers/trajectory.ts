import { EvaluationError } from "../evaluation-error.ts";
import { findLoop, formatLoop } from "./find-loop.ts";
import { type ArgumentComparison, argumentsOption, formatCall, isSameCall, pairCalls } from "./match-tool-calls.ts";
import { readToolCalls, type ToolCall } from "./read-tool-calls.ts";
import { expectedOption, outputOption, type Scorer } from "./scorer.ts";

export interface TrajectoryOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly order?: "strict" | "unordered" | "subset" | "superset" | "any" | undefined;
  readonly arguments?: ArgumentComparison | undefined;
  readonly maxRepeats?: number | undefined;
}

/** Scores 1 if an agent made the expected tool calls without a loop, else 0. */
export const trajectory: Scorer<TrajectoryOptions> = {
  name: "trajectory",
  description: "1 if the tool calls of an agent are those expected, and none is repeated too often, else 0.",
  options: {
    type: "object",
    properties: {
      output: { ...outputOption, description: "Path of steps, messages or tool calls.", default: "steps" },
      expected: {
        ...expectedOption,
        description: "Path of the expected calls: objects with `name` and `arguments`, or names of tools.",
      },
      order: {
        type: "string",
        enum: ["strict", "unordered", "subset", "superset", "any"],
        description:
          "`strict`: exactly the expected calls, in their order. `unordered`: exactly these, in any order. `subset`: only expected calls. `superset`: all expected calls, and possibly others. `any`: calls are not compared.",
        default: "strict",
      },
      arguments: argumentsOption,
      maxRepeats: {
        type: "integer",
        minimum: 1,
        description: "How many times in a row the same calls may be made with the same arguments. Default: no limit.",
      },
    },
    required: [],
    additionalProperties: false,
  },
  score(
    view,
    { output = "steps", expected = "expected", order = "strict", arguments: comparison = "exact", maxRepeats },
  ) {
    if (order === "any" && maxRepeats === undefined) {
      throw new EvaluationError(
        "definitionInvalid",
        "`order: any` accepts all calls in any order; set `maxRepeats`, or choose another order",
      );
    }
    const actual = readToolCalls(view, output);
    const loop = maxRepeats === undefined ? null : findLoop(actual, maxRepeats);
    if (loop) return { value: 0, label: "loop", comment: formatLoop(loop) };
    if (order === "any") return { value: 1 };
    const difference = differenceOf(actual, readToolCalls(view, expected), { order, comparison });
    return difference === null ? { value: 1 } : { value: 0, label: "different", comment: difference };
  },
};

function differenceOf(
  actual: readonly ToolCall[],
  expected: readonly ToolCall[],
  { order, comparison }: { order: "strict" | "unordered" | "subset" | "superset"; comparison: ArgumentComparison },
): string | null {
  if (order === "strict") {
    for (let index = 0; index < Math.max(actual.length, expected.length); index += 1) {
      const [made, wanted] = [actual[index], expected[index]];
      if (made && wanted && isSameCall(made, wanted, comparison)) continue;
      return `Call ${index + 1} is ${made ? formatCall(made) : "missing"}, expected ${wanted ? formatCall(wanted) : "none"}`;
    }
    return null;
  }
  const pairs = pairCalls(actual, expected, comparison);
  const missing = order === "subset" ? undefined : expected.find((_, index) => pairs[index] === undefined);
  if (missing) return `Missing: ${formatCall(missing)}`;
  const extra = order === "superset" ? undefined : actual.find((_, index) => !pairs.includes(index));
  return extra ? `Not expected: ${formatCall(extra)}` : null;
}
