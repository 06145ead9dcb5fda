import type { Api } from "./api/api.ts";
import { connectApi } from "./api/connect-api.ts";
import type { ThreadlineOptions } from "./configuration.ts";
import { folderSpool } from "./delivery/spool/folder-spool.ts";
import type { CompareExperimentsOptions, EvaluationComparison } from "./evaluation/compare-experiments.ts";
import type { EvaluationResult } from "./evaluation/evaluation-result.ts";
import { configurationOf, RecordingClient } from "./recording-client.ts";
import type { EvaluateOptions } from "./types/evaluations.ts";
import type { JsonObject, Maybe } from "./types/json.ts";

/**
 * Client of the service for one project.
 *
 * @example
 * ```ts
 * import { Threadline } from "@threadline/core";
 *
 * const client = new Threadline();
 * await client.thread({ name: "Support" }).wrap(async () => {
 *   const run = client.run({ name: "answer", input: { question: "When do you open?" } });
 *   await run.wrap(async () => ({ answer: "At nine." }));
 * });
 * await client.flush();
 * ```
 */
export class Threadline extends RecordingClient {
  /** All operations of the service. An operation that fails rejects with a `ThreadlineError`. */
  override readonly api: Api;

  /**
   * Reads missing options from environment variables; see {@link ThreadlineOptions}.
   *
   * @throws {ConfigError} without a key, or for an invalid option.
   */
  constructor({ spool, ...options }: ThreadlineOptions = {}) {
    super({ ...options, spool: spool === undefined ? undefined : folderSpool(spool) });
    this.api = connectApi(this, configurationOf(this));
  }

  /**
   * Runs a task on all items of a dataset, scores the outputs, and stores the results as an experiment. A failed task
   * or scorer does not stop the evaluation, but is reported with the item. If the newest experiment with the same
   * name and settings is incomplete, for example after a crash, it is continued, unless `resume` is false.
   *
   * @example
   * ```ts
   * import { Threadline } from "@threadline/core";
   *
   * const client = new Threadline();
   * const result = await client.evaluate({
   *   name: "greetings",
   *   dataset: [{ input: { name: "Ada" }, expectedOutput: { text: "Hello Ada" } }],
   *   task: ({ name }) => ({ text: `Hello ${name}` }),
   *   scorers: [function correctness({ output, expected }) { return output.text === expected?.text; }],
   *   repeats: 3,
   * });
   * console.log(String(result));
   * ```
   *
   * @throws {ConfigError} for invalid options, for an unknown dataset and, with `requireMeasuredJudges`, for a judge
   * whose scores have too few human labels.
   * @throws {ThreadlineError} when a result cannot be stored. If the evaluation was canceled, the reason of the signal
   * is thrown.
   */
  async evaluate<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>>(
    options: EvaluateOptions<Input, Output, Expected>,
  ): Promise<EvaluationResult> {
    const { evaluate } = await import("./evaluation/evaluate.ts");
    return evaluate(this, options);
  }

  /**
   * Compares the scores of two stored experiments, item by item. Both can be from `evaluate` or from
   * `api.startExperiments`. By default, a higher score counts as an improvement. A score schema can set another
   * direction.
   *
   * @throws {ConfigError} if an experiment is not found, or if they have no item in common.
   */
  async compareExperiments(options: CompareExperimentsOptions): Promise<EvaluationComparison> {
    const { compareExperiments } = await import("./evaluation/compare-experiments.ts");
    return compareExperiments(this.api, options);
  }
}
