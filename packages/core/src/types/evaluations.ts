import type { Dataset } from "../dataset.ts";
import type { DatasetSelection } from "./datasets.ts";
import type { JsonObject, Maybe } from "./json.ts";
import type { ScoreType } from "./scores.ts";

/** An input to evaluate, with its expected output. A dataset item can be used as an evaluation item. */
export interface EvaluationItem<Input = JsonObject, Expected = Maybe<JsonObject>> {
  /** Id that identifies the item in later experiments. Default: the item is identified by its input. */
  id?: string | undefined;
  input: Input;
  expectedOutput?: Expected | undefined;
  metadata?: Maybe<JsonObject>;
}

/** Second argument of a task. */
export interface TaskContext<Expected = Maybe<JsonObject>> {
  /** Aborts when the evaluation is canceled or the task exceeds `taskTimeoutMs`. */
  signal: AbortSignal;
  expected: Expected | undefined;
  metadata: JsonObject;
  /** Number of the run of the item, from 0. */
  repeat: number;
}

/** Argument of a scorer: an output of the task, and the fields of the item. */
export interface ScorerArguments<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> {
  input: Input;
  output: Output;
  /** Expected output of the item. Undefined if the item has none. */
  expected: Expected | undefined;
  metadata: JsonObject;
}

export interface ScorerScore {
  /** Name of the score. Default: the name of the scorer function. */
  name?: string | undefined;
  /** A finite number; true is 1, and false 0. */
  value: number | boolean;
  label?: Maybe<string>;
  /** Reason for the value. */
  comment?: Maybe<string>;
  /** `AI` for the score of a model. Default: `CODE`. */
  type?: ScoreType | undefined;
}

/** Result of a scorer. Null and undefined mean that no score applies to the output. */
export type ScorerResult = number | boolean | ScorerScore | readonly ScorerScore[] | null | undefined;

/** Scores the output of a task. The name of the function is the default name of the score. */
export type Scorer<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> = (
  scored: ScorerArguments<Input, Output, Expected>,
) => ScorerResult | Promise<ScorerResult>;

/** State of a running evaluation. */
export interface EvaluationProgress {
  name: string;
  experimentId: string;
  /** Number of finished runs, including those of an earlier process. */
  done: number;
  /** Number of all runs: items times repeats. */
  total: number;
  /** Number of runs in which the task or a scorer failed. */
  failed: number;
}

/** A stored dataset by name or id, optionally with a version or a split. */
export interface EvaluationDataset extends DatasetSelection {
  /** Name of the dataset; required without `id`. */
  name?: string | undefined;
  /** Id of the dataset; required without `name`. */
  id?: string | undefined;
}

/** Options of `client.evaluate()`: the items, the code under test, the scorers, and the settings of the experiment. */
export interface EvaluateOptions<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> {
  /** Name of the experiment. */
  name: string;
  /**
   * Items to run the task on. A string is the name or id of a stored dataset. An object can also select a version or
   * split of a stored dataset. For a `Dataset`, the task runs on the items in that object. A list contains items that
   * belong to no dataset.
   */
  dataset: string | EvaluationDataset | Dataset | readonly EvaluationItem<Input, Expected>[];
  /** Code under test. Whatever it records belongs to the trace of its item. */
  task: (input: Input, context: TaskContext<NoInfer<Expected>>) => Output | Promise<Output>;
  /** Scorer functions, and names of the project's evaluators with the target `EXPERIMENT_ITEM`. */
  scorers: readonly (Scorer<NoInfer<Input>, NoInfer<Output>, NoInfer<Expected>> | string)[];
  /**
   * Whether all judges must be measured. A judge is an evaluator that calls a model. It is measured if people have
   * labeled enough of its scores to show how reliable it is. If a judge is not measured, `evaluate` runs nothing, and
   * rejects with a `ConfigError`. Default: false.
   */
  requireMeasuredJudges?: boolean | undefined;
  /** Number of runs of each item. Default: 1. */
  repeats?: number | undefined;
  /** Maximum number of tasks that run at the same time. Default: 5. */
  concurrency?: number | undefined;
  /** Id of the experiment. If an experiment with this id exists, it is continued. Default: a new id. */
  id?: string | undefined;
  /**
   * Whether an incomplete experiment with the same name, dataset, version, split, repeats, scorers and `params` is
   * continued. Its stored runs are not repeated. Default: true.
   */
  resume?: boolean | undefined;
  /** Settings of the experiment, which the UI shows. */
  params?: JsonObject | undefined;
  /** Prompt variant under test, from `api.createPromptVariant`. */
  promptVariantId?: string | undefined;
  /** Maximum duration of a task, in milliseconds. A task that takes longer counts as failed. Default: no limit. */
  taskTimeoutMs?: number | undefined;
  /** Cancels the evaluation. The promise then rejects with the reason of the signal. Finished runs stay stored. */
  signal?: AbortSignal | undefined;
  /**
   * Display of the progress:
   *
   * - `"bar"` draws a progress bar on a terminal.
   * - True draws the bar, and prints a summary at the end.
   * - False prints nothing.
   * - A function is called after each run.
   *
   * Default: true on a terminal, but false if the environment variable `CI` is set. False without a terminal.
   */
  progress?: boolean | "bar" | ((progress: EvaluationProgress) => void) | undefined;
}
