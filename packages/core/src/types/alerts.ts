import type { Analysis, TimeSeriesDimension, TimeSeriesMetric } from "./analytics.ts";
import type { GenerationsFilter } from "./generations.ts";
import type { JsonValue, Maybe } from "./json.ts";
import type { ScoresFilter } from "./scores.ts";
import type { StepsFilter } from "./steps.ts";
import type { ThreadsFilter } from "./threads.ts";

/**
 * Condition under which an alert fires. `INCREASE` and `DECREASE` compare the value with that of the previous period,
 * in percent. `ABSENCE` means that there are no records in the period.
 */
export type AlertKind = "ABOVE" | "BELOW" | "INCREASE" | "DECREASE" | "ABSENCE";

/**
 * Period over which a metric is evaluated. It ends with the last full minute. `CALENDAR_DAY` starts at midnight, and
 * `CALENDAR_MONTH` on the first day of the month, in UTC. Both are useful for budgets.
 */
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

/** Reason why an alert or a group has no value. */
export type AlertProblem =
  | "TOO_FEW_RECORDS"
  | "NO_VALUE"
  | "NO_PREVIOUS_VALUE"
  | "JUDGE_NOT_MEASURED"
  | "GROUP_NOT_MEASURED";

/** Settings of an alert, for creating or replacing it. */
export interface NewAlert {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  metric: TimeSeriesMetric;
  /**
   * Whether the metric is divided by the number of records. For example, `errorCount` becomes an error rate from 0 to
   * 1, and `cost` becomes the average cost. Not allowed for a metric that is not a sum, such as `latencyP50`. Also not
   * allowed for a metric that is itself a number of records, such as `stepCount`. Default: false.
   */
  perRecord?: Maybe<boolean>;
  /** List whose records are counted. Default: all records. */
  resource?: Maybe<Analysis["resource"]>;
  /** Conditions on the records of `resource`. Default: all records. */
  filters?: Maybe<(GenerationsFilter | ScoresFilter | StepsFilter | ThreadsFilter)[]>;
  /** Query in addition to the filters, such as `model:gpt-4o`. Default: none. */
  query?: Maybe<string>;
  /** Whether records of the environment `experiment` are also counted. Default: false. */
  includesExperiments?: Maybe<boolean>;
  /**
   * Dimension by which records are grouped, such as `participant` for users. Each of the 100 largest groups is
   * evaluated separately, with its own state and notifications. Default: no groups; all records are evaluated together.
   */
  groupBy?: Maybe<TimeSeriesDimension>;
  kind: AlertKind;
  /**
   * Value that the metric is compared with; for `INCREASE` and `DECREASE`, a change in percent. Required except for
   * `ABSENCE`.
   */
  threshold?: Maybe<number>;
  /** Value at which a firing alert recovers. Default: the threshold. */
  recoverAt?: Maybe<number>;
  period: AlertPeriod;
  /** Seconds for which the condition must hold before the alert fires. Default: 0. */
  forSeconds?: Maybe<number>;
  /**
   * Minimum number of records in the period. With fewer, the state is `NO_DATA`. The kind `ABSENCE` ignores it.
   * Default: 0.
   */
  minimumCount?: Maybe<number>;
  /**
   * Whether an alert on scores needs measured judges. A judge is measured if people have labeled enough of its scores
   * to show how reliable it is. If the condition starts to hold while a judge of these scores is not measured, the
   * state becomes `NO_DATA` instead of `PENDING` or `FIRING`. An alert that is already `PENDING` or `FIRING` is not
   * affected. Alerts on other metrics ignore this option. Default: false.
   */
  requiresMeasuredJudge?: Maybe<boolean>;
  /** Ids of the channels to notify. Default: none. */
  channelIds?: Maybe<string[]>;
  /**
   * Whether channels are also notified when the metric reaches 50 and 80% of the threshold. Only for `CALENDAR_DAY` and
   * `CALENDAR_MONTH`, for which it is true by default.
   */
  warnsEarly?: Maybe<boolean>;
  /** Whether the alert is evaluated. Default: false. */
  isOn?: Maybe<boolean>;
}

/** An alert, which notifies channels when a metric meets a condition. Times are ISO 8601. */
export interface Alert {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  metric: TimeSeriesMetric;
  perRecord: boolean;
  resource: Analysis["resource"] | null;
  filters: { path: string | null; field: string; operator: string; value: JsonValue }[];
  query: string | null;
  includesExperiments: boolean;
  groupBy: TimeSeriesDimension | null;
  kind: AlertKind;
  threshold: number | null;
  recoverAt: number | null;
  period: AlertPeriod;
  forSeconds: number;
  minimumCount: number;
  requiresMeasuredJudge: boolean;
  channelIds: string[];
  warnsEarly: boolean;
  isOn: boolean;
  /** End of the silence. Null if the alert is not silenced. */
  silencedUntil: string | null;
  /**
   * State after the last evaluation. With `groupBy`, the worst state of the groups, in the order firing, pending, OK,
   * no data.
   */
  state: AlertState;
  /** Start of the current state. Null before the first evaluation. */
  stateSince: string | null;
  /**
   * Value in the last evaluated period. This is the metric for `ABOVE` and `BELOW`, the change of the metric in percent
   * for `INCREASE` and `DECREASE`, and the number of records for `ABSENCE`. Null before the first evaluation. Also null
   * if there is no value, for the reason in `problem`.
   *
   * With `groupBy`, the alert takes its value from the groups that are in the same state as the alert. For `ABOVE` and
   * `INCREASE`, it is the highest value of these groups; for the other kinds, the lowest.
   */
  value: number | null;
  problem: AlertProblem | null;
  /** End of the last evaluated period. Null before the first evaluation. */
  evaluatedAt: string | null;
  /** States of the groups, largest groups first. Empty without `groupBy`. */
  groups: AlertGroup[];
  firingGroupCount: number;
  /** Whether there were more than 100 groups. Only the 100 largest were evaluated. */
  hasMoreGroups: boolean;
}

/** State of an alert for one group: one value of its `groupBy`, such as one user. */
export interface AlertGroup {
  /**
   * For a user or API key, its id. For other dimensions, the same as `group`. When a user is renamed, the id does not
   * change, so the group keeps its state.
   */
  groupId: string;
  /** Value of the dimension, as in `getTimeSeries`: the identifier of a user, the name of an API key. */
  group: string;
  state: AlertState;
  stateSince: string | null;
  value: number | null;
  problem: AlertProblem | null;
}

/**
 * An entry in the history of an alert: a change of its state, or an early warning. An early warning is added when the
 * metric first reaches 50 or 80% of the threshold in a calendar period.
 */
export interface AlertChange {
  /** Group that changed. Null for an alert without `groupBy`. */
  group: string | null;
  /** Id of the group, as in {@link AlertGroup}. Null without `groupBy`. */
  groupId: string | null;
  /** End of the evaluated period, as ISO 8601. */
  at: string;
  fromState: AlertState;
  toState: AlertState;
  value: number | null;
  threshold: number | null;
  problem: AlertProblem | null;
  /** Whether the alert was silenced at that time, so that channels were not notified. */
  isSilenced: boolean;
  /** Percentage of the threshold that was reached, 50 or 80. Null for a change of the state. */
  level: number | null;
}

/**
 * Simulation of an alert over the last 30 days. The alert is evaluated at the end of each past period, and now. For a
 * calendar period, it is evaluated at the end of each past hour, and now. Times are ISO 8601.
 */
export interface AlertPreview {
  /** Start of the first period. */
  from: string;
  /** Ends of the periods, oldest first. The last period ends now, so it can overlap the period before it. */
  times: string[];
  /**
   * One value per entry of `times`. With `groupBy`, this is the highest value of the groups for `ABOVE` and `INCREASE`,
   * and the lowest value for the other kinds.
   */
  values: (number | null)[];
  /** Times at which the alert would have fired, oldest first. `endedAt` is null if it would still be firing. */
  firings: { group: string | null; startedAt: string; endedAt: string | null; value: number | null }[];
  /**
   * Whether there are more than 100 groups. If so, only 100 groups are evaluated. The 30 days are read in several
   * parts, and a small group can be missing in some parts, so its values may be too low.
   */
  hasMoreGroups: boolean;
  /** Whether values come from a sample. */
  isEstimate: boolean;
}
