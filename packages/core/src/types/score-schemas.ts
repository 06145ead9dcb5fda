import type { Maybe } from "./json.ts";

/** What the value of a score is chosen from: some categories, or any number within the bounds. */
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
  /** The least value of a continuous schema; no bound when not given. */
  minimum?: Maybe<number>;
  /** The greatest value of a continuous schema; no bound when not given. */
  maximum?: Maybe<number>;
}

/** How scores of one name are given. It guides people; a score that does not fit is stored all the same. */
export interface ScoreSchema extends NewScoreSchema {
  id: string;
  /** When the service stored it, as ISO 8601. */
  createdAt: string;
  /** When it last changed, as ISO 8601. */
  updatedAt: string;
}
