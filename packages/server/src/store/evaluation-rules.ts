import type { EvaluatorTarget } from "./evaluators.ts";
import type { ViewFilter } from "./views.ts";

export type EvaluationRuleMode = "ON" | "OFF" | "DRY_RUN";

/**
 * Kinds of the jobs of evaluation rules. For new steps, `match` finds the targets, and `judgment` judges one target.
 * For past steps, `backfill` queues the judgments, and `backfilledJudgment` judges one target. The two kinds of
 * judgments are separate, so that the server alternates between new and past targets.
 */
export const ruleJobs = {
  match: "match-rules",
  judgment: "judge",
  backfilledJudgment: "judge-past",
  backfill: "backfill-rule",
} as const;

/** A rule that scores new steps, runs or threads with an evaluator version. Times are epoch milliseconds. */
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
  /** Query in the search syntax of threads if `target` is `THREAD`, otherwise in that of steps. */
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
  /** Number of the day since 1970-01-01 (UTC). */
  readonly day: number;
  readonly judged: number;
  readonly superseded: number;
  readonly wouldJudge: number;
  /** US dollars, including estimates of running calls. */
  readonly spent: number;
}

/**
 * Steps that were ingested together, and have not been compared with the rules yet. Arrivals are only stored while the
 * project has active rules.
 */
export interface EvaluationArrival {
  readonly id: string;
  readonly createdAt: number;
  readonly stepIds: readonly string[];
}

/** Fields of a step from which rules find their targets: the step itself, its run, or its thread. */
export interface StepPlace {
  readonly id: string;
  readonly environment: string | null;
  readonly threadId: string | null;
  readonly parentId: string | null;
}

/** A judgment to queue: one rule is applied to one target. `id` is derived from both. */
export interface NewJudgment {
  readonly id: string;
  readonly ruleId: string;
  /**
   * Kind of target that the rule had when it matched. If the rule has another kind by now, the judgment is not queued.
   */
  readonly target: EvaluatorTarget;
  readonly targetId: string;
  readonly createdAt: number;
  /** Time at which the newest step of the target arrived; 0 for a backfilled judgment. */
  readonly arrivedAt: number;
  readonly dueAt: number;
}

/** A judgment that a backfill queues for a past target. */
export interface BackfilledJudgment extends NewJudgment {
  /** Id of the score to store. If the score exists, the judgment is not queued. */
  readonly scoreId: string;
}

export interface RuleFigures {
  readonly queuedCount: number;
  readonly failedCount: number;
  /** Earliest due time of the queued judgments that are due; null if none is due. */
  readonly oldestDue: number | null;
  /** Creation time of the project's oldest {@link EvaluationArrival}; null if there is none. */
  readonly oldestArrival: number | null;
  /** Reason why judgments are paused, such as a spend limit; null if they are not paused. */
  readonly pauseReason: string | null;
  readonly isBackfilling: boolean;
}

/** A completed judgment, to add to the counts of its {@link EvaluationRuleDay}. */
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
   * Replaces a rule. If the new rule has another kind of target, all jobs of the rule end. Otherwise, judgments that
   * wait for a limit or a retry become due immediately. Resolves to null if not found. Rejects with a {@link
   * ConflictError} if the name is taken.
   */
  replace(projectId: string, rule: EvaluationRuleRecord): Promise<EvaluationRuleRecord | null>;
  /** Deletes a rule, and ends all its queued and running jobs. Resolves to null if not found. */
  delete(projectId: string, id: string, now: number): Promise<EvaluationRuleRecord | null>;
  /** Counts the queued and failed judgments of each rule, in the order of `ids`. */
  figures(projectId: string, ids: readonly string[], now: number): Promise<RuleFigures[]>;
  /** Returns the newest `first` days for which the rule has counts or spending, newest first. */
  days(projectId: string, id: string, first: number): Promise<EvaluationRuleDay[]>;
  projectsWithArrivals(): Promise<string[]>;
  /** Creation time of the oldest {@link EvaluationArrival} in all projects; null if there is none. */
  oldestArrival(): Promise<number | null>;
  /** Returns the oldest {@link EvaluationArrival}s of a project, oldest first, at most `limit`. */
  arrivals(projectId: string, limit: number): Promise<EvaluationArrival[]>;
  /** Thread, parent and environment of the given steps, without steps that do not exist. */
  placesOf(projectId: string, stepIds: readonly string[]): Promise<StepPlace[]>;
  /**
   * Deletes arrivals (see {@link EvaluationArrival}), and queues the judgments that result from them. A judgment that
   * is already queued is postponed. A judgment that is running or has ended is queued again. A judgment is skipped if
   * its rule was deleted or has another kind of target by now.
   *
   * Resolves to false, without changes, if another server has already deleted one of the arrivals.
   */
  settleArrivals(projectId: string, arrivalIds: readonly string[], judgments: readonly NewJudgment[]): Promise<boolean>;
  /** Queues judgments of a backfill. Skips judgments that are queued or running, or that have a score. */
  addBackfilled(projectId: string, judgments: readonly BackfilledJudgment[]): Promise<void>;
  /** Queues a job. A job that exists is queued again only if it has ended. */
  repeatJob(projectId: string, job: { readonly id: string; readonly kind: string }, now: number): Promise<void>;
  /**
   * Adds the estimated cost of a call to the spending of a day. Resolves to false, without changes, if the day would
   * then exceed `limit`.
   */
  spend(
    projectId: string,
    id: string,
    spending: { readonly day: number; readonly dollars: number; readonly limit: number | null },
  ): Promise<boolean>;
  /**
   * Corrects the spending of a day after a call. `dollars` is the cost of the call minus its estimate. If `dollars` is
   * negative, the spending decreases, so one judgment that waits because of the limit becomes due.
   */
  settleSpending(
    projectId: string,
    id: string,
    spending: { readonly day: number; readonly dollars: number; readonly now: number },
  ): Promise<void>;
  /** Requeues at most `limit` judgments that failed before `now`. Resolves to the number of requeued judgments. */
  retry(projectId: string, id: string, now: number, limit: number): Promise<number>;
}
