import type { JsonObject } from "../json/json-value.ts";
import type { ExperimentRecord } from "./experiments.ts";
import type { NewJob } from "./jobs.ts";

/**
 * Kinds of the jobs of an experiment. `start` adds the jobs of all items. `task` runs a prompt or the project's code on
 * an item. `evaluation` scores the output.
 */
export const experimentJobs = {
  start: "experimentStart",
  task: "experimentTask",
  evaluation: "experimentEvaluation",
} as const;

export interface ExperimentPlan {
  readonly split: string | null;
  readonly repeats: number;
  /** Maximum number of concurrent tasks. */
  readonly concurrency: number;
  readonly connectionId: string;
  /** Null if the task is the project's own code, which the service calls over HTTP. */
  readonly model: string | null;
  readonly promptId: string | null;
  /** Messages with variables, in OpenAI's chat format; empty if the task is the project's own code. */
  readonly messages: readonly JsonObject[];
  /** Values for the variables of `messages` that the input of an item does not contain. */
  readonly defaults: JsonObject;
  /** Settings of the model call, with the field names of `ModelSettingsInput`. */
  readonly settings: JsonObject;
  /** Tools with `name`, `description` and `parameters`. */
  readonly tools: readonly JsonObject[];
  readonly responseSchema: JsonObject | null;
  readonly evaluatorVersionIds: readonly string[];
}

/**
 * Progress of an experiment that the service runs. It has the same id as the experiment. Times are epoch milliseconds.
 */
export interface ExperimentRunRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly state: "RUNNING" | "CANCELED" | "DONE";
  /** Time at which the run was done or canceled. */
  readonly endedAt: number | null;
  /** Reason why the run is paused; null if it is not. */
  readonly pauseReason: string | null;
  readonly plan: ExperimentPlan;
  /** Number of results to produce: the number of dataset items, multiplied by the number of repeats. */
  readonly itemCount: number;
  /** Whether the jobs of all items were added. */
  readonly isExpanded: boolean;
  readonly doneCount: number;
  readonly failedCount: number;
  readonly evaluationCount: number;
  readonly evaluatedCount: number;
  readonly evaluationFailedCount: number;
  /** US dollars; null without a price. */
  readonly cost: number | null;
}

/** An experiment to start, with its run and the job that starts it. */
export interface StartedExperiment {
  readonly experiment: ExperimentRecord;
  readonly run: ExperimentRunRecord;
  readonly job: NewJob;
}

export interface ExperimentRunStore {
  /** Creates experiments with their runs and first jobs in one transaction. */
  start(projectId: string, started: readonly StartedExperiment[]): Promise<void>;
  getMany(projectId: string, ids: readonly string[]): Promise<(ExperimentRunRecord | null)[]>;
  /** Cancels a run that has not ended. The results of its running jobs are discarded. Resolves to null if not found. */
  cancel(projectId: string, id: string, now: number): Promise<ExperimentRunRecord | null>;
  /**
   * Requeues the failed jobs of a run, and the jobs that a cancellation stopped. Deletes the experiment items of failed
   * tasks, because the retried tasks create them again. Resolves to null if not found.
   */
  retry(projectId: string, id: string, now: number): Promise<ExperimentRunRecord | null>;
}
