import { runEvaluator, type TargetView } from "@threadline/evaluation";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { CodeEvaluations } from "./code/code-runner.ts";
import { toDefinition } from "./to-definition.ts";

const emptyView: TargetView = {
  input: null,
  output: null,
  expected: null,
  metadata: {},
  messages: [],
  steps: [],
  thread: null,
};

/**
 * Finds a problem of the definition itself, such as code that does not compile, by running the code or built-in scorer
 * on an empty target. Resolves to null if there is none. Calls no model.
 */
export async function findDefinitionProblem(
  version: Pick<EvaluatorVersionRecord, "definition" | "kind">,
  code: CodeEvaluations,
): Promise<string | null> {
  if (version.kind === "LLM") return null;
  const { failure } = await runEvaluator(toDefinition(version), emptyView, {
    // Nothing is embedded, because the empty target has no texts.
    embed: () => Promise.resolve([]),
    runCode: (...given) => code.runCode(...given),
    runScorer: (...given) => code.runScorer(...given),
  });
  return failure?.problem === "definitionInvalid" ? failure.message : null;
}
