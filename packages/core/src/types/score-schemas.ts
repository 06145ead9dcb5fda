import type { ScoreDirection } from "@threadline/evaluation/statistics";
import type { Maybe } from "./json.ts";

export type { ScoreDirection };

/** Kind of values of a score: categories, or numbers within limits. */
export type ScoreSchemaType = "CATEGORICAL" | "CONTINUOUS";

export interface ScoreCategory {
  /** Becomes the `label` of the score. */
  label: string;
  /** Becomes the `value` of the score. */
  value: number;
}

export interface NewScoreSchema {
  /**
   * Name of the scores that follow this schema, such as `helpfulness`. A project has at most one schema with this name.
   */
  name: string;
  description?: Maybe<string>;
  type: ScoreSchemaType;
  /** Required for a categorical schema; not allowed otherwise. */
  categories?: Maybe<ScoreCategory[]>;
  /** Minimum of a continuous schema. Default: unlimited. */
  minimum?: Maybe<number>;
  /** Maximum of a continuous schema. Default: unlimited. */
  maximum?: Maybe<number>;
  /** Whether higher or lower values are better. Default: `HIGHER_IS_BETTER`. */
  direction?: Maybe<ScoreDirection>;
}

/**
 * Definition of the values that people can choose from when they give a score with this name. Scores with other values
 * are stored, too.
 */
export interface ScoreSchema extends NewScoreSchema {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  direction: ScoreDirection;
}
