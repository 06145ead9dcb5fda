import { assignFields, ownFields } from "./assign-fields.ts";
import { Score } from "./score.ts";
import type { DatasetExperimentItemConstructor } from "./types/experiments.ts";
import type { JsonObject, Maybe } from "./types/json.ts";

/** One run of an experiment on one input, with its scores. */
export class DatasetExperimentItem implements DatasetExperimentItemConstructor {
  declare id?: Maybe<string>;
  declare datasetExperimentId: string;
  declare datasetItemId?: Maybe<string>;
  declare experimentRunId?: Maybe<string>;
  declare input?: Maybe<JsonObject>;
  declare output?: Maybe<JsonObject>;
  declare scores: Score[];

  constructor(data: DatasetExperimentItemConstructor) {
    assignFields(this, data);
    this.scores = (data.scores ?? []).map((score) => (score instanceof Score ? score : new Score(score)));
  }

  /** Returns the fields as a plain object. */
  serialize(): DatasetExperimentItemConstructor {
    return ownFields(this, { scores: this.scores.map((score) => score.serialize()) });
  }
}
