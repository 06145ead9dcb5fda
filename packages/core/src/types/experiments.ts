import type { JsonObject, Maybe } from "./json.ts";
import type { ScoreConstructor } from "./scores.ts";

/** Parameters of an experiment: one object, or a list of objects. */
export type ExperimentParams = JsonObject | JsonObject[];

/** The fields of an experiment, without the methods of the class. */
export interface DatasetExperimentConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt?: Maybe<string>;
  name: string;
  datasetId?: Maybe<string>;
  /** Version of the dataset that the experiment used; null when not recorded. */
  datasetVersion?: Maybe<number>;
  promptId?: Maybe<string>;
  /** Id of the tested prompt variant. */
  promptVariantId?: Maybe<string>;
  params?: Maybe<ExperimentParams>;
}

/** The fields of one run of an experiment, without the methods of the class. */
export interface DatasetExperimentItemConstructor {
  /**
   * Unique in the project. Default: created by the service. If the project already has an item with this id, that item
   * stays unchanged.
   */
  id?: Maybe<string>;
  datasetExperimentId: string;
  datasetItemId?: Maybe<string>;
  /** Id of the step that recorded the run. */
  experimentRunId?: Maybe<string>;
  input?: Maybe<JsonObject>;
  output?: Maybe<JsonObject>;
  /** Scores of the output. Default: none. */
  scores?: Maybe<ScoreConstructor[]>;
}

/** Input of `experiment.log`: one run of an experiment. */
export type ExperimentLogEntry = Omit<DatasetExperimentItemConstructor, "id" | "datasetExperimentId">;

export interface NewExperiment {
  name: string;
  /** Id of the prompt variant to test, from `api.createPromptVariant`. */
  promptVariantId?: string | undefined;
  params?: ExperimentParams | undefined;
  /** Version of the dataset to run on. Default: the latest. */
  datasetVersion?: number | undefined;
}
