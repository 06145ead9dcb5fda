import type { JsonObject, Maybe } from "./json.ts";
import type { ScoreConstructor } from "./scores.ts";

/** The parameters of an experiment: one object, or a list of them. */
export type ExperimentParams = JsonObject | JsonObject[];

/** The fields of an experiment, without the methods of the class. */
export interface DatasetExperimentConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt?: Maybe<string>;
  name: string;
  datasetId?: Maybe<string>;
  promptId?: Maybe<string>;
  /** The prompt variant that was tried. */
  promptVariantId?: Maybe<string>;
  params?: Maybe<ExperimentParams>;
}

/** The fields of one run of an experiment, without the methods of the class. */
export interface DatasetExperimentItemConstructor {
  id?: Maybe<string>;
  datasetExperimentId: string;
  /** The dataset item that was tried. */
  datasetItemId?: Maybe<string>;
  /** The step in which it ran. */
  experimentRunId?: Maybe<string>;
  input?: Maybe<JsonObject>;
  output?: Maybe<JsonObject>;
  /** Scores of the output. Default: none. */
  scores?: Maybe<ScoreConstructor[]>;
}

/** One run of an experiment, as `experiment.log` takes it. */
export type ExperimentLogEntry = Omit<DatasetExperimentItemConstructor, "id" | "datasetExperimentId">;

/** An experiment to be created on a dataset. */
export interface NewExperiment {
  name: string;
  /** The prompt variant that is tried, from `api.createPromptVariant`. */
  promptVariantId?: string | undefined;
  params?: ExperimentParams | undefined;
}
