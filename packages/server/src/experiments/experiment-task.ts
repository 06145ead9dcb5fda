import type { JsonValue } from "../json/json-value.ts";
import type { ModelFailure } from "../models/model-call.ts";
import type { DatasetItemRecord } from "../store/datasets.ts";
import type { RunningExperiment } from "./expand-experiment.ts";
import type { TaskPayload } from "./read-task-payload.ts";

export interface ExperimentTask extends RunningExperiment {
  readonly task: TaskPayload;
  readonly datasetItem: DatasetItemRecord;
}

export interface TaskResult {
  /** Null if the task failed. */
  readonly output: JsonValue;
  /** Id of the step that records the call; null if nothing was sent. */
  readonly stepId: string | null;
  /** US dollars; null if unknown. */
  readonly cost: number | null;
  /** Why the call or the task itself failed; null if it succeeded. */
  readonly failure: ModelFailure | null;
}
