import type { Maybe } from "./json.ts";

/** Kind of score values: some categories, or any number within the limits. */
export type ScoreSchemaType = "CATEGORICAL" | "CONTINUOUS";

/** One answer that a categorical schema offers. */
export interface ScoreCategory {
  /** Becomes the `label` of the score. */
  label: string;
  /** Becomes the `value` of the score. */
  value: number;
}

/** A score schema to be created, or all of one that replaces another. */
export interface NewScoreSchema {
  /** The `name` of the scores that it describes; unique in the project. */
  name: string;
  description?: Maybe<string>;
  type: ScoreSchemaType;
  /** Required when it is categorical, else to be left out. */
  categories?: Maybe<ScoreCategory[]>;
  /** Minimum of a continuous schema. Default: no limit. */
  minimum?: Maybe<number>;
  /** Maximum of a continuous schema. Default: no limit. */
  maximum?: Maybe<number>;
}

/** Definition of the scores of one name, for people who score. Scores that do not fit are stored nevertheless. */
export interface ScoreSchema extends NewScoreSchema {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
}
