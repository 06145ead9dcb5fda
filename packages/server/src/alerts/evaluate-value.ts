import { isCalendar } from "../records/alerts.ts";
import { deriveId } from "../records/ids.ts";
import type {
  AlertChange,
  AlertGroup,
  AlertProgress,
  AlertRecord,
  AlertState,
  GroupedProgress,
} from "../store/alerts.ts";
import type { Store } from "../store/store.ts";
import { isJudgeMeasured, type JudgeReads } from "./is-judge-measured.ts";
import type { Measurement } from "./measure-alert.ts";
import { hasFired, isNotified, reachedLevel, stepAlert } from "./step-alert.ts";

export type EvaluationReads = JudgeReads & Pick<Store, "alerts" | "analytics" | "channels">;

export interface MeasuredValue {
  readonly alert: AlertRecord;
  /** Null for an alert without `groupBy`. */
  readonly group: Pick<AlertGroup, "group" | "groupId"> | null;
  readonly last: AlertProgress;
  readonly measurement: Measurement;
  /** End of the evaluated period. */
  readonly at: number;
  readonly now: number;
  readonly number: number;
}

export interface EvaluatedValue {
  readonly progress: AlertProgress;
  /** Null if the state is unchanged and no new level was reached. A level is a percentage of a budget. */
  readonly change: AlertChange | null;
  /**
   * Change to report to channels; null if there is none. Changes during a silence (a time in which the alert sends no
   * notifications) are not reported one by one. When the silence is over, a single change is reported, from the state
   * before the silence to the current state.
   */
  readonly notified: AlertChange | null;
}

export interface EvaluatedAlert {
  readonly progress: GroupedProgress;
  readonly changes: readonly AlertChange[];
  readonly notified: readonly AlertChange[];
}

export async function evaluateValue(
  store: EvaluationReads,
  projectId: string,
  value: MeasuredValue,
): Promise<EvaluatedValue> {
  const { alert, group, last, measurement, at, now } = value;
  const stepped = stepAlert(alert, last, measurement, at);
  // The judge is checked only when the condition starts to hold, and not while `pendingSince` stays the same. A later
  // check could fail because of new labels or a new version of the judge, and end an alert whose condition still holds.
  const mayFire =
    stepped.pendingSince === null ||
    stepped.pendingSince === last.pendingSince ||
    (await isJudgeMeasured(store, projectId, alert, { group: group?.group ?? null, now }));
  const progress = mayFire ? stepped : stepAlert(alert, last, { value: null, problem: "JUDGE_NOT_MEASURED" }, at);
  const isChanged = hasChanged(value, progress);
  // A level that is reached during a silence is ignored. If the value is still that high after the silence, the level
  // is found then, and channels are notified of it.
  const level = isChanged || isSilenced(alert, now) ? null : reachedLevel(alert, progress);
  const change = isChanged || level !== null ? changeOf(value, progress, level) : null;
  const silencedFrom = silencedFromAfter(value, progress, isChanged);
  const isAnnounced = last.silencedFrom !== null && silencedFrom === null;
  const found = isAnnounced ? changeAfterSilence(value, progress, last.silencedFrom) : change;
  const notified = found !== null && isSent(alert, progress, found) ? found : null;
  const notifiedLevel = notified === null ? progress.level : (levelOf(alert, notified) ?? progress.level);
  return { progress: { ...progress, silencedFrom, level: notifiedLevel }, change, notified };
}

/**
 * Returns the new `silencedFrom`: the state that channels were last notified of. It is set when the state changes
 * during a silence. It is null while channels know the current state, and when they are notified of that state now.
 */
function silencedFromAfter({ alert, last, now }: MeasuredValue, { state }: AlertProgress, isChanged: boolean) {
  if (isSilenced(alert, now)) return last.silencedFrom ?? (isChanged ? last.state : null);
  // After a silence, channels are notified of the current state, and `silencedFrom` becomes null. The exception is
  // `PENDING`, because channels are never notified of `PENDING`. `silencedFrom` is then kept until the alert fires or
  // recovers.
  return state === "PENDING" ? last.silencedFrom : null;
}

/** Whether the state has changed. For groups, this excludes changes between `OK` and `NO_DATA`, which are frequent. */
function hasChanged({ group, last }: MeasuredValue, progress: AlertProgress): boolean {
  if (hasFired(last, progress)) return true;
  if (last.state === progress.state) return false;
  return group === null || [last.state, progress.state].some((state) => state === "FIRING" || state === "PENDING");
}

/**
 * Whether channels are notified of a change. A budget (an alert on a day or month) notifies them at most once for each
 * level in a period.
 */
function isSent({ period }: AlertRecord, { level }: AlertProgress, change: AlertChange): boolean {
  if (change.isSilenced) return false;
  if (change.level !== null) return true;
  if (!isNotified(change.fromState, change.toState)) return false;
  // A new day or month ends a firing budget alert by itself, so channels are not notified of that.
  return !isCalendar(period) || (change.toState === "FIRING" && level < 100);
}

/** Percentage of the budget that a notification reports; null if the alert is not a budget. */
export function levelOf({ period }: AlertRecord, { level, toState }: AlertChange): number | null {
  return isCalendar(period) && toState === "FIRING" ? 100 : level;
}

function isSilenced({ silencedUntil }: Pick<AlertRecord, "silencedUntil">, now: number): boolean {
  return silencedUntil !== null && silencedUntil > now;
}

/**
 * Returns the change to report after a silence, from the state that channels were last notified of to the current one.
 * It is not stored in the alert's history.
 */
function changeAfterSilence(value: MeasuredValue, progress: AlertProgress, known: AlertState): AlertChange {
  const change = changeOf(value, progress, null);
  const id = deriveId(["alertChangeAfterSilence", change.alertId, change.groupId, change.createdAt]);
  // `known` is set only if the state has changed during the silence. If `known` is also the current state, such as
  // `FIRING`, the alert left that state in between. The change is then reported as one from `OK`.
  return { ...change, id, fromState: known === progress.state ? "OK" : known };
}

function changeOf(
  { alert, group, last, now, number }: MeasuredValue,
  progress: AlertProgress,
  level: number | null,
): AlertChange {
  const { state: toState, value, problem } = progress;
  const createdAt = progress.evaluatedAt ?? now;
  return {
    id: deriveId(["alertChange", alert.id, number, createdAt]),
    createdAt,
    alertId: alert.id,
    number,
    groupValue: group?.group ?? null,
    groupId: group?.groupId ?? null,
    // A change without a new state and without a level means that a firing alert fires again, because a new day or
    // month has started. The new period started with the state `OK`.
    fromState: last.state === toState && level === null ? "OK" : last.state,
    toState,
    value,
    threshold: alert.threshold,
    problem,
    isSilenced: isSilenced(alert, now),
    level,
  };
}
