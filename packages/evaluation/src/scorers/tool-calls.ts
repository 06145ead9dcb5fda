import { type ArgumentComparison, argumentsOption, formatCall, pairCalls } from "./match-tool-calls.ts";
import { readToolCalls } from "./read-tool-calls.ts";
import { expectedOption, outputOption, type Scorer } from "./scorer.ts";

export interface ToolCallsOptions {
  readonly output?: string | undefined;
  readonly expected?: string | undefined;
  readonly arguments?: ArgumentComparison | undefined;
  readonly allowExtra?: boolean | undefined;
}

export const toolCalls: Scorer<ToolCallsOptions> = {
  name: "toolCalls",
  description:
    "Share of the expected tool calls that were made with the right arguments, in any order. Other calls lower the score unless `allowExtra` is set.",
  options: {
    type: "object",
    properties: {
      output: { ...outputOption, description: "Path of steps, messages or tool calls.", default: "steps" },
      expected: {
        ...expectedOption,
        description: "Path of the expected calls: objects with `name` and `arguments`, or names of tools.",
      },
      arguments: argumentsOption,
      allowExtra: { type: "boolean", description: "Whether other calls are allowed.", default: false },
    },
    required: [],
    additionalProperties: false,
  },
  score(view, { output = "steps", expected = "expected", arguments: comparison = "exact", allowExtra = false }) {
    const actual = readToolCalls(view, output);
    const wanted = readToolCalls(view, expected);
    const pairs = pairCalls(actual, wanted, comparison);
    const missing = wanted.filter((_, index) => pairs[index] === undefined);
    const extra = actual.filter((_, index) => !pairs.includes(index));
    const total = allowExtra ? wanted.length : Math.max(wanted.length, actual.length);
    return {
      value: total === 0 ? 1 : (wanted.length - missing.length) / total,
      ...(missing.length + extra.length > 0 && { comment: explain(missing.map(formatCall), extra.map(formatCall)) }),
    };
  },
};

function explain(missing: readonly string[], extra: readonly string[]): string {
  const lines = [
    missing.length > 0 ? `Missing: ${missing.slice(0, 10).join(", ")}` : "",
    extra.length > 0 ? `Not expected: ${extra.slice(0, 10).join(", ")}` : "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}
