import type { EvaluatorTarget } from "./evaluators.ts";
import type { JsonValue, Maybe } from "./json.ts";
import type { StepsFilter } from "./steps.ts";
import type { ThreadsFilter } from "./threads.ts";

/** Mode of a rule. In a dry run, the rule counts targets but runs no evaluator. */
export type EvaluationRuleMode = "ON" | "OFF" | "DRY_RUN";

/** Settings of a rule, for creating or replacing it. */
export interface NewEvaluationRule {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  /** Id of an evaluator version with the target `STEP`, `RUN` or `THREAD`. */
  evaluatorVersionId: string;
  /** Conditions on threads if the target is `THREAD`, otherwise on steps. Default: all records. */
  filters?: Maybe<(StepsFilter | ThreadsFilter)[]>;
  /** Query in addition to the filters, such as `model:gpt-4o -tag:test`. */
  query?: Maybe<string>;
  /** Share of the matching targets that the rule judges, from 0 to 1. Default: 1. */
  sampleRate?: Maybe<number>;
  /**
   * Time without new data after which a target is judged, in seconds. Default: 10 for steps, 30 for runs, 300 for
   * threads.
   */
  quietSeconds?: Maybe<number>;
  /** Maximum cost per UTC day, in US dollars. Default: no limit. */
  dailySpendLimit?: Maybe<number>;
  /** Default: `OFF`. */
  mode?: Maybe<EvaluationRuleMode>;
}

/** Rule that judges new steps, runs or threads. It judges a target after `quietSeconds` without new data. */
export interface EvaluationRule {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  evaluatorVersionId: string;
  target: EvaluatorTarget;
  filters: { path: string | null; field: string; operator: string; value: JsonValue }[];
  query: string | null;
  sampleRate: number;
  quietSeconds: number;
  dailySpendLimit: number | null;
  mode: EvaluationRuleMode;
  /** Number of queued and running judgments. */
  queuedCount: number;
  /** Number of failed judgments that are no longer retried. */
  failedCount: number;
  /** Seconds since the oldest queued judgment could have started. 0 if no judgment is late. */
  lagSeconds: number;
  /** Reason why no judgment starts, such as the spend limit. Null if there is none. */
  pauseReason: string | null;
  isBackfilling: boolean;
  /**
   * Work of the rule per UTC day, newest first. Contains the last 30 days on which the rule judged or counted targets.
   */
  days: {
    /** Start of the day in UTC, as ISO 8601. */
    day: string;
    judged: number;
    /**
     * Number of judgments that replaced an earlier judgment, for example because the target received new data. `judged`
     * includes these judgments.
     */
    superseded: number;
    /** Number of targets that the rule would have judged on this day, counted in the mode `DRY_RUN`. */
    wouldJudge: number;
    /** Cost in US dollars. */
    spent: number;
  }[];
}

/** A judgment that has failed and is no longer retried. */
export interface EvaluationRuleFailure {
  /** Id of the step or thread. */
  targetId: string;
  message: string;
  attempts: number;
  /** Time of the last attempt, as ISO 8601. */
  failedAt: string;
}

/** Range of creation times. A string is ISO 8601, and a number epoch milliseconds. */
export interface EvaluationRulePeriod {
  /** Inclusive. */
  from: string | number | Date;
  /** Exclusive. Default: now. */
  until?: Maybe<string | number | Date>;
}

export interface EvaluationRuleEstimate {
  /** Number of targets in the period that match the filters. */
  matchedCount: number;
  /** Expected number of judgments: the number of matching targets times the sample rate. */
  judgmentCount: number;
  /** Expected cost in US dollars: 0 without a model, null without a price. */
  cost: number | null;
}
