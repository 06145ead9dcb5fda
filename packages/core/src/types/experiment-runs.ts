import type { JsonObject, JsonValue, Maybe } from "./json.ts";
import type { ModelSettings, ModelTool } from "./model-calls.ts";

/**
 * State of an experiment that the service runs. `QUEUED`: nothing is stored yet. `PAUSED`: the experiment cannot
 * continue now, for the reason in `pauseReason`. It continues by itself. `DONE`: every task and evaluator ended; some
 * may have failed.
 */
export type ExperimentRunState = "QUEUED" | "RUNNING" | "PAUSED" | "CANCELED" | "DONE";

/** Experiments to start. Exactly one of `promptIds`, `messages` and `taskConnectionId` is required. */
export interface NewExperimentRun {
  /**
   * Name of the experiment, at most 1,000 characters. If several experiments are started, the prompt version or model
   * (or both) is appended to the name of each.
   */
  name: string;
  datasetId: string;
  /** Version of the dataset. Default: the latest. */
  datasetVersion?: Maybe<number>;
  /** Split whose items are run. Default: all items. */
  split?: Maybe<string>;
  /** Ids of prompt versions. The values of their variables come from the input of each dataset item. */
  promptIds?: Maybe<string[]>;
  /** Messages in the format of OpenAI's chat completions, with variables such as `{{question}}`. */
  messages?: Maybe<JsonValue[]>;
  /** Tools that the model may call. Default: those of the prompt version. */
  tools?: Maybe<ModelTool[]>;
  /** JSON schema of the response. Default: that of the prompt version; without one, the model responds with text. */
  responseSchema?: Maybe<JsonObject>;
  /** Models to call. One experiment is started for each. Not allowed with `taskConnectionId`. */
  models?: Maybe<{ connectionId: string; model: string; settings?: Maybe<ModelSettings> }[]>;
  /** Id of a model connection of the kind `task`: your code at an HTTP address. */
  taskConnectionId?: Maybe<string>;
  /** Ids of evaluator versions with the target `EXPERIMENT_ITEM`. */
  evaluatorVersionIds?: Maybe<string[]>;
  /** Number of runs of each item, 1 to 20. Default: 1. */
  repeats?: Maybe<number>;
  /** Maximum number of tasks that one experiment runs at the same time, 1 to 20. Default: 5. */
  concurrency?: Maybe<number>;
}

/** Estimated calls and cost of experiments that have not started. */
export interface ExperimentEstimate {
  /** Number of dataset items. */
  itemCount: number;
  experimentCount: number;
  /**
   * Number of calls that create outputs: calls of models, or of your own code. Calls that judges make to score the
   * outputs are in `judgeCallCount`.
   */
  callCount: number;
  judgeCallCount: number;
  inputTokenCount: number;
  outputTokenCount: number;
  /**
   * Number of output tokens that the estimate assumes per call of a model without recent calls; the largest number if
   * there are several such models. `outputTokenCount` and `cost` are then likely too high. Null if each model has
   * recent calls.
   */
  assumedOutputTokens: number | null;
  /** Cost in US dollars; null if a model has no price. */
  cost: number | null;
  /**
   * Amount that is left of today's budgets, in US dollars. This is the sum over all model connections that the
   * experiments use. Null if no connection has a budget.
   */
  remainingBudget: number | null;
  /**
   * Problems of the planned experiments. For example, a model connection has no key, or the estimated cost exceeds the
   * amount that is left of a daily budget.
   */
  problems: string[];
}

/** Progress of an experiment that the service runs. */
export interface ExperimentRun {
  state: ExperimentRunState;
  /** Start time, as ISO 8601. */
  startedAt: string;
  /** Time at which the experiment ended or was canceled, as ISO 8601; null before that. */
  endedAt: string | null;
  /** Reason why the experiment waits; null unless it is `PAUSED`. */
  pauseReason: string | null;
  /** Number of experiment items if all tasks succeed: dataset items times repeats. */
  itemCount: number;
  doneCount: number;
  failedCount: number;
  /**
   * Number of evaluations that were queued so far, including finished ones. When a task succeeds, one evaluation is
   * queued for each evaluator.
   */
  evaluationCount: number;
  evaluatedCount: number;
  evaluationFailedCount: number;
  /** Cost of all calls in US dollars; null without a price. */
  cost: number | null;
  split: string | null;
  connectionId: string;
  /** Name of the model; null for a task. */
  model: string | null;
  evaluatorVersionIds: string[];
  repeats: number;
  concurrency: number;
}

/** A task or evaluator that failed, after its retries. */
export interface ExperimentRunFailure {
  datasetItemId: string;
  /** Number of the repetition, from 0. */
  repeat: number;
  experimentItemId: string | null;
  /** Null if the task failed. */
  evaluatorVersionId: string | null;
  message: string;
  attempts: number;
  /** Time at which the last attempt ended, as ISO 8601. */
  failedAt: string;
}
