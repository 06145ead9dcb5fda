import type { JsonObject } from "../json/json-value.ts";

export type ExperimentRunState = "QUEUED" | "RUNNING" | "CANCELED" | "DONE";

/** What the service does for each item of an experiment. */
export interface ExperimentPlan {
  readonly split: string | null;
  readonly repeats: number;
  /** Maximum number of concurrent tasks. */
  readonly concurrency: number;
  readonly connectionId: string;
  /** Null for a task of the project's own code. */
  readonly model: string | null;
  readonly promptId: string | null;
  /** Messages with variables, in OpenAI's chat format; empty for a task. */
  readonly messages: readonly JsonObject[];
  /** Values of variables that an item does not give. */
  readonly defaults: JsonObject;
  /** By the names of the service. */
  readonly settings: JsonObject;
  /** Tools with `name`, `description` and `parameters`. */
  readonly tools: readonly JsonObject[];
  readonly responseSchema: JsonObject | null;
  readonly evaluatorVersionIds: readonly string[];
}

/** Work of the service on an experiment. Its id is that of the experiment. Times are epoch milliseconds. */
export interface ExperimentRunRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly state: ExperimentRunState;
  readonly endedAt: number | null;
  /** Why it waits; null unless it does. */
  readonly pauseReason: string | null;
  readonly plan: ExperimentPlan;
  /** Experiment items to make. */
  readonly itemCount: number;
  /** Whether the jobs of all items exist. */
  readonly isExpanded: boolean;
  readonly doneCount: number;
  readonly failedCount: number;
  readonly evaluationCount: number;
  readonly evaluatedCount: number;
  readonly evaluationFailedCount: number;
  /** US dollars; null without a price. */
  readonly cost: number | null;
}
