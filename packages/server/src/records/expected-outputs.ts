import { builtInScorers } from "@threadline/evaluation";
import type { BuiltInRecord, JudgeRecord } from "../store/evaluators.ts";
import { badInput } from "./errors.ts";
import type { EvaluatorContent } from "./evaluators.ts";

/**
 * Throws if an evaluator reads the expected output, but its target has none. The code of code evaluators is not
 * checked. Imports do not call this function, so that a project that already contains such an evaluator can be
 * imported.
 */
export function checkExpectedOutput({ kind, target, definition }: EvaluatorContent): void {
  if (target === "EXPERIMENT_ITEM" || kind === "CODE") return;
  const field = kind === "LLM" ? pathOfJudge(definition as JudgeRecord) : pathOfScorer(definition as BuiltInRecord);
  if (field === null) return;
  throw badInput(
    field,
    `reads \`expected\`, which only experiment items have; use the target EXPERIMENT_ITEM or another path`,
  );
}

function pathOfJudge({ inputs }: JudgeRecord): string | null {
  const index = inputs.findIndex(({ path }) => readsExpected(path));
  return index === -1 ? null : `version.judge.inputs[${index}].path`;
}

function pathOfScorer({ scorer, options }: BuiltInRecord): string | null {
  const schema = builtInScorers.get(scorer)?.options.properties ?? {};
  const isRead = Object.keys(schema).some((name) => {
    if (name === "expected" && options["texts"] !== undefined) return false;
    const initial = schema[name]?.default;
    const path = options[name] ?? initial;
    return (name === "expected" || name === "output") && typeof path === "string" && readsExpected(path);
  });
  return isRead ? "version.builtIn.options.expected" : null;
}

function readsExpected(path: string): boolean {
  return /^expected(?![\w-])/u.test(path);
}
