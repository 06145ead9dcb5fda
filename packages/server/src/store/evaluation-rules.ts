import type { EvaluatorTarget } from "./evaluators.ts";
import type { ViewFilter } from "./views.ts";

export type EvaluationRuleMode = "ON" | "OFF" | "DRY_RUN";

/**
 * Kinds of the jobs of evaluation rules. A `match` job finds the targets of arrived steps. Backfilled judgments have
 * their own kind, so that they take turns with other judgments.
 */
export const ruleJobs = {
  match: "match-rules",
  judgment: "judge",
  backfilledJudgment: "judge-past",
  backfill: "backfill-rule",
} as const;

/** A rule that judges arriving targets with an evaluator version. Times are epoch milliseconds. */
export interface EvaluationRuleRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  /** The version may have been deleted. */
  readonly evaluatorVersionId: string;
  /** Kind of target of the evaluator version; never `EXPERIMENT_ITEM`. */
  readonly target: EvaluatorTarget;
  readonly filters: readonly ViewFilter[];
  /** Text in the search syntax of the list. */
  readonly query: string | null;
  /** 0 to 1. */
  readonly sampleRate: number;
  readonly quietSeconds: number;
  /** US dollars; null without a limit. */
  readonly dailySpendLimit: number | null;
  readonly mode: EvaluationRuleMode;
}

export interface EvaluationRuleDay {
  readonly ruleId: string;
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly judged: number;
  readonly superseded: number;
  readonly wouldJudge: number;
  /** US dollars, including estimates of running calls. */
  readonly spent: number;
}

/** Steps that a batch stored while its project had active rules. */
export interface EvaluationArrival {
  readonly id: string;
  readonly createdAt: number;
  readonly stepIds: readonly string[];
}

/** Thread, parent and environment of a step. They determine the targets that the step belongs to. */
export interface StepPlace {
  readonly id: string;
  readonly environment: string | null;
  readonly threadId: string | null;
  readonly parentId: string | null;
}

/** A judgment to queue. `id` is derived from the rule and the target. */
export interface NewJudgment {
  readonly id: string;
  readonly ruleId: string;
  /** Kind of target that the rule had when it matched. A rule may be edited before its judgments are queued. */
  readonly target: EvaluatorTarget;
  readonly targetId: string;
  readonly createdAt: number;
  /** Time of the newest step that the judgment includes; 0 for a backfilled judgment. */
  readonly arrivedAt: number;
  readonly dueAt: number;
}

/** Judgment of a target that was recorded before the backfill. */
export interface BackfilledJudgment extends NewJudgment {
  /** Id of the score to store. If the score exists, the judgment is not queued. */
  readonly scoreId: string;
}

export interface RuleFigures {
  readonly queuedCount: number;
  readonly failedCount: number;
  /** Due time of the oldest judgment that is due; null without one. */
  readonly oldestDue: number | null;
  /** Time of the project's oldest arrival that is not matched with rules yet; null without one. */
  readonly oldestArrival: number | null;
  /** Reason why judgments are paused, such as a spend limit; null if none is. */
  readonly pauseReason: string | null;
  readonly isBackfilling: boolean;
}

/** A completed judgment. It is counted in the transaction that ends its job. */
export interface CountedJudgment {
  readonly ruleId: string;
  readonly day: number;
  /** Whether the judgment stores a score. A dry run stores none. */
  readonly isStored: boolean;
}

export interface EvaluationRuleStore {
  /** Returns all rules of the project, by name. */
  all(projectId: string): Promise<EvaluationRuleRecord[]>;
  get(projectId: string, id: string): Promise<EvaluationRuleRecord | null>;
  /** Rejects with a {@link ConflictError} if the name is taken, or the project has `limit` rules. */
  create(projectId: string, rule: EvaluationRuleRecord, limit: number): Promise<EvaluationRuleRecord>;
  /**
   * Replaces a rule. Resolves to null if not found. Rejects with a {@link ConflictError} if the name is taken.
   * Judgments that wait for a limit or a provider become due immediately. If the target changes, the judgments of the
   * rule end.
   */
  replace(projectId: string, rule: EvaluationRuleRecord): Promise<EvaluationRuleRecord | null>;
  /** Deletes a rule, and ends its jobs. Resolves to null if not found. */
  delete(projectId: string, id: string, now: number): Promise<EvaluationRuleRecord | null>;
  /** Queued and failed judgments of rules, in the order of `ids`. */
  figures(projectId: string, ids: readonly string[], now: number): Promise<RuleFigures[]>;
  /** The newest `first` days with work, newest first. */
  days(projectId: string, id: string, first: number): Promise<EvaluationRuleDay[]>;
  projectsWithArrivals(): Promise<string[]>;
  /** Time of the oldest arrival of all projects; null without one. */
  oldestArrival(): Promise<number | null>;
  /** Arrivals of a project, oldest first, at most `limit`. */
  arrivals(projectId: string, limit: number): Promise<EvaluationArrival[]>;
  /** Thread, parent and environment of the given steps, without steps that do not exist. */
  placesOf(projectId: string, stepIds: readonly string[]): Promise<StepPlace[]>;
  /**
   * Deletes arrivals and queues their judgments. A judgment that exists is postponed, or queued again if it runs or has
   * ended, because its target changed. Judgments are left out if their rule was deleted or got another target. Resolves
   * to false, without changes, if an arrival was deleted concurrently.
   */
  settleArrivals(projectId: string, arrivalIds: readonly string[], judgments: readonly NewJudgment[]): Promise<boolean>;
  /** Queues judgments of a backfill. Skips judgments that are queued or running, or that have a score. */
  addBackfilled(projectId: string, judgments: readonly BackfilledJudgment[]): Promise<void>;
  /** Adds a job, or requeues it if it has ended. */
  repeatJob(projectId: string, job: { readonly id: string; readonly kind: string }, now: number): Promise<void>;
  /** Adds dollars to a day of a rule. Resolves to false, without changes, if that exceeds the limit. */
  spend(
    projectId: string,
    id: string,
    spending: { readonly day: number; readonly dollars: number; readonly limit: number | null },
  ): Promise<boolean>;
  /**
   * Adds the difference between the cost of a call and its estimate. If the cost is lower, one of the judgments that
   * wait for the next day becomes due immediately.
   */
  settleSpending(
    projectId: string,
    id: string,
    spending: { readonly day: number; readonly dollars: number; readonly now: number },
  ): Promise<void>;
  /** Requeues at most `limit` judgments that failed before `now`. Resolves to the number of requeued judgments. */
  retry(projectId: string, id: string, now: number, limit: number): Promise<number>;
}
