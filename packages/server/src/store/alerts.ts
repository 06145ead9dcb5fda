import type { AnalyzedResource, TimeSeriesDimension, TimeSeriesMetric } from "./analytics.ts";
import type { NewDelivery } from "./channels.ts";
import type { ViewFilter } from "./views.ts";

/**
 * Kinds of the jobs that evaluate alerts and send notifications. Each alert that is on always has one `evaluation` job,
 * whose id is the id of the alert. After each evaluation, the job is queued again.
 */
export const alertJobs = { evaluation: "evaluate-alert", delivery: "deliver" } as const;

/**
 * Condition of an alert. `INCREASE` and `DECREASE` compare the period with the previous one, in percent; `ABSENCE` is a
 * period without records.
 */
export type AlertKind = "ABOVE" | "BELOW" | "INCREASE" | "DECREASE" | "ABSENCE";

/** Period over which the metric is computed. Calendar periods start at midnight UTC. */
export type AlertPeriod =
  | "FIVE_MINUTES"
  | "FIFTEEN_MINUTES"
  | "HOUR"
  | "SIX_HOURS"
  | "DAY"
  | "WEEK"
  | "CALENDAR_DAY"
  | "CALENDAR_MONTH";

export type AlertState = "OK" | "PENDING" | "FIRING" | "NO_DATA";

/** Reason why an evaluation has no value to compare. */
export type AlertProblem =
  | "TOO_FEW_RECORDS"
  | "NO_VALUE"
  | "NO_PREVIOUS_VALUE"
  | "JUDGE_NOT_MEASURED"
  | "GROUP_NOT_MEASURED";

/** Condition under which an alert fires: a metric of selected records, and how its value is compared. */
export interface AlertCondition {
  readonly metric: TimeSeriesMetric;
  /**
   * Whether the value is an average per record: the metric divided by the number of records that the metric counts. For
   * example, `cost` is then the average cost of a generation.
   */
  readonly perRecord: boolean;
  /** Kind of the records that `filters` and `query` select. Null: all records that the metric counts. */
  readonly resource: AnalyzedResource | null;
  readonly filters: readonly ViewFilter[];
  /** Query in the search syntax of `resource`, such as `model:gpt-4o`. */
  readonly query: string | null;
  /**
   * Whether records of the environment `experiment` count. The service records its own model calls there, such as those
   * of judges.
   */
  readonly includesExperiments: boolean;
  /** Dimension to group by. The alert is evaluated for each value of this dimension; null: once for all records. */
  readonly groupBy: TimeSeriesDimension | null;
  readonly kind: AlertKind;
  /** Null for `ABSENCE`. A percentage for `INCREASE` and `DECREASE`. */
  readonly threshold: number | null;
  /** Value at which a firing alert recovers; null: the threshold. */
  readonly recoverAt: number | null;
  readonly period: AlertPeriod;
  /** Time for which the condition must hold before the alert fires. */
  readonly forSeconds: number;
  /**
   * Minimum number of records in the period. With fewer records, the evaluation has the problem `TOO_FEW_RECORDS`
   * instead of a value. `ABSENCE` ignores it.
   */
  readonly minimumCount: number;
  /**
   * For score metrics: whether every judge of the scores must have enough recent labels (scores by people). This is
   * checked when the condition starts to hold, not while the alert is pending or firing. If a judge lacks labels, the
   * alert does not become pending or firing. The evaluation then has the problem `JUDGE_NOT_MEASURED` instead of a
   * value.
   */
  readonly requiresMeasuredJudge: boolean;
}

/** Fields of an alert that clients set. */
export interface AlertContent extends AlertCondition {
  /** Unique in the project. */
  readonly name: string;
  /** Channels that are notified. They may have been deleted. */
  readonly channelIds: readonly string[];
  /** Whether an alert of a calendar period also notifies at 50 and 80% of its threshold. */
  readonly warnsEarly: boolean;
  readonly isOn: boolean;
}

/** Progress of an alert. Times are epoch milliseconds. */
export interface AlertProgress {
  readonly state: AlertState;
  /** Time at which the state last changed; null before the first evaluation. */
  readonly stateSince: number | null;
  /** Time at which the condition began to hold; null if it does not hold. */
  readonly pendingSince: number | null;
  /** Value of the last evaluation; null without one. */
  readonly value: number | null;
  readonly problem: AlertProblem | null;
  /** End of the last evaluated period; null before the first evaluation. */
  readonly evaluatedAt: number | null;
  /**
   * An alert of a calendar period notifies channels when its value exceeds 100% of the threshold and, with
   * `warnsEarly`, 50 and 80%. This is the highest percentage that channels were notified of in the current period; 0 if
   * none.
   */
  readonly level: number;
  /**
   * Last state that channels were notified of, if the state changed during a silence and they were not notified of a
   * newer state yet. Otherwise null.
   */
  readonly silencedFrom: AlertState | null;
}

/** Progress of one group of an alert. All groups are evaluated together, so only the alert has `evaluatedAt`. */
export interface AlertGroup extends Omit<AlertProgress, "evaluatedAt"> {
  /**
   * Identifies the group in later evaluations. The id of a user or API key; for other dimensions, the value of the
   * dimension.
   */
  readonly groupId: string;
  /** Name of the group for people, such as the identifier of a user. Unlike `groupId`, the name can change. */
  readonly group: string;
  /** Time of the last evaluation in which the group had records. */
  readonly countedAt: number;
}

/**
 * Progress of an alert. With `groupBy`, each group has its own progress, and the alert has the worst state of its
 * groups.
 */
export interface GroupedProgress extends AlertProgress {
  /** Largest groups first. Empty without `groupBy`. */
  readonly groupStates: readonly AlertGroup[];
  /** Whether only the largest groups are evaluated, because there are too many. */
  readonly hasMoreGroups: boolean;
}

export interface AlertRecord extends AlertContent, GroupedProgress {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** End of the silence, during which nothing is sent. Null if the alert is not silenced. */
  readonly silencedUntil: number | null;
  /** Number of {@link AlertChange}s so far, including those that are no longer stored. */
  readonly changeCount: number;
}

/**
 * Entry in the history of an alert or of one of its groups. Usually, it records a change of the state. For a calendar
 * period, it can also record that the value exceeded 50 or 80% of the threshold; `level` is then set.
 */
export interface AlertChange {
  readonly id: string;
  /** End of the evaluated period. */
  readonly createdAt: number;
  readonly alertId: string;
  /** Number of the change in the history of the alert, from 1. */
  readonly number: number;
  /** Group that changed; null for an alert without `groupBy`. */
  readonly groupValue: string | null;
  /** Id of the group, as in {@link AlertGroup}. */
  readonly groupId: string | null;
  readonly fromState: AlertState;
  readonly toState: AlertState;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly problem: AlertProblem | null;
  readonly isSilenced: boolean;
  /** Level in percent of the threshold; null for a change of the state. */
  readonly level: number | null;
}

/** Result of an evaluation. It is stored in the transaction that ends the evaluation. */
export interface AlertEvaluation {
  readonly alertId: string;
  readonly progress: GroupedProgress;
  /** Changes in ascending order of their numbers, at most one for each group. */
  readonly changes: readonly AlertChange[];
  /** Notifications to send. If the state changed during a silence, they report the current state after the silence. */
  readonly deliveries: readonly NewDelivery[];
}

/** Maximum number of stored changes of an alert. Older changes are deleted. */
export const keptChanges = 1_000;

export interface AlertStore {
  /** Returns all alerts of the project, by name. */
  all(projectId: string): Promise<AlertRecord[]>;
  get(projectId: string, id: string): Promise<AlertRecord | null>;
  /**
   * Stores an alert, and queues its evaluation if it is on. Rejects with a {@link ConflictError} if the name is taken,
   * or the project has `limit` alerts.
   */
  create(projectId: string, alert: AlertRecord, limit: number): Promise<AlertRecord>;
  /**
   * Replaces the content of an alert, and queues an evaluation. If the alert is turned off, or `groupBy` changes, its
   * state is cleared. If `groupBy` changes, the history of the alert is also deleted. Resolves to null if not found.
   * Rejects with a {@link ConflictError} if the name is taken.
   */
  replace(projectId: string, id: string, content: AlertContent, now: number): Promise<AlertRecord | null>;
  silence(projectId: string, id: string, until: number | null): Promise<AlertRecord | null>;
  /** Deletes an alert with its changes. Resolves to null if not found. */
  delete(projectId: string, id: string, now: number): Promise<AlertRecord | null>;
  /** Page of the changes of an alert, or of one of its groups, newest first. */
  history(
    projectId: string,
    alertId: string,
    page: { readonly first: number; readonly skip: number; readonly groupId?: string | null | undefined },
  ): Promise<AlertChange[]>;
}
