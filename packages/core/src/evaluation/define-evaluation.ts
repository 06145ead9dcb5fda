import { Threadline } from "../threadline.ts";
import type { EvaluateOptions } from "../types/evaluations.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import type { EvaluationResult } from "./evaluation-result.ts";

/** Evaluation to define: the options of `client.evaluate()`, and the client that runs it. */
export interface EvaluationDefinition<
  Input = JsonObject,
  Output = unknown,
  Expected = Maybe<JsonObject>,
> extends EvaluateOptions<Input, Output, Expected> {
  /**
   * Client that records the runs and stores the results. Default: a client that is configured by environment variables.
   */
  client?: Threadline | undefined;
}

/** Options that a run can override. */
export type EvaluationRunOptions = Pick<
  EvaluateOptions,
  "concurrency" | "id" | "params" | "progress" | "repeats" | "resume" | "signal"
> & { name?: string | undefined };

/** An evaluation that can be run later, for example by `threadline eval`. */
export interface DefinedEvaluation {
  /** Marks the exports that `threadline eval` runs. */
  readonly kind: "threadline.evaluation";
  readonly name: string;
  /** Runs the evaluation. `options` override the options of the definition, except for options that are undefined. */
  run(options?: EvaluationRunOptions): Promise<EvaluationResult>;
}

/**
 * Defines an evaluation without running it. `threadline eval` runs the evaluations that the given files export.
 *
 * @example
 * ```ts
 * import { defineEvaluation } from "@threadline/core";
 *
 * export default defineEvaluation({
 *   name: "greetings",
 *   dataset: [{ input: { name: "Ada" }, expectedOutput: { text: "Hello Ada" } }],
 *   task: ({ name }) => ({ text: `Hello ${name}` }),
 *   scorers: [function correctness({ output, expected }) { return output.text === expected?.text; }],
 * });
 * ```
 */
export function defineEvaluation<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>>({
  client,
  ...definition
}: EvaluationDefinition<Input, Output, Expected>): DefinedEvaluation {
  return {
    kind: "threadline.evaluation",
    name: definition.name,
    run(options = {}) {
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
      return (client ?? new Threadline()).evaluate({ ...definition, ...given });
    },
  };
}
