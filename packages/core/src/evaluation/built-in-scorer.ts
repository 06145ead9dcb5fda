import { checkScorer, type ScorerContext, type TargetView } from "@threadline/evaluation";
import type { ScorerArguments, ScorerScore } from "../types/evaluations.ts";
import type { JsonValue } from "../types/json.ts";

/** Options that each built-in scorer has in addition to its own. */
export interface BuiltInScorerOptions {
  /** Name of the score. Default: the name of the function. */
  name?: string | undefined;
}

/** Scorer that can be used with any task. */
export type BuiltInScorer = (scored: ScorerArguments<unknown, unknown, unknown>) => Promise<ScorerScore>;

/**
 * Creates a scorer function from the name and the options of a built-in scorer. Evaluators of the service can use the
 * same built-in scorers.
 *
 * @throws {Error} for invalid options.
 */
export function builtInScorer(
  scorer: string,
  { name = scorer, ...given }: BuiltInScorerOptions,
  context?: ScorerContext,
): BuiltInScorer {
  // `given` is an object, so its JSON is an object, too.
  const options = toJson(given) as Parameters<typeof checkScorer>[1];
  const definition = checkScorer(scorer, options);
  const score: BuiltInScorer = async ({ input, output, expected, metadata }) => {
    const view = {
      input: toJson(input),
      output: toJson(output),
      expected: toJson(expected),
      metadata: toJson(metadata),
      messages: [],
      steps: [],
      thread: null,
    } as TargetView; // `metadata` is an object, so its JSON is an object, too
    const { value, label, comment } = await definition.score(view, options, context);
    return { name, value, label, comment };
  };
  return Object.defineProperty(score, "name", { value: name });
}

function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}
