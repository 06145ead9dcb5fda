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
   * Change to notify channels of; null if there is none. While the alert is silenced, channels are not notified. If its
   * state changed during the silence, they are then notified of one change: from the state before to the current state.
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
  // The judge is checked once, when the condition starts to hold (`pendingSince` changes). If it were checked again
  // later, new labels or a new judge version could make the check fail, and the alert would end while its condition
  // still holds.
  const mayFire =
    stepped.pendingSince === null ||
    stepped.pendingSince === last.pendingSince ||
    (await isJudgeMeasured(store, projectId, alert, { group: group?.group ?? null, now }));
  const progress = mayFire ? stepped : stepAlert(alert, last, { value: null, problem: "JUDGE_NOT_MEASURED" }, at);
  const isChanged = hasChanged(value, progress);
  // A level that is reached during a silence is ignored. If the value is still above it after the silence, channels are
  // notified of the level then.
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
 * Returns the new `silencedFrom`: the state before the first change during a silence. Null if there was no such change.
 * Also null after the silence, when channels are notified of the current state.
 */
function silencedFromAfter({ alert, last, now }: MeasuredValue, { state }: AlertProgress, isChanged: boolean) {
  if (isSilenced(alert, now)) return last.silencedFrom ?? (isChanged ? last.state : null);
  // After a silence, channels are notified of the current state, so `silencedFrom` becomes null. They are never
  // notified of `PENDING`. In this state, `silencedFrom` is kept until the alert fires or recovers.
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
  // A firing budget recovers when a new day or month starts, so channels are not notified of its recovery. They are
  // notified that it fires unless the notified `level` is already 100%.
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
 * Returns the change to notify channels of after a silence: from `known`, the state before the first change during the
 * silence, to the current state. It is not stored in the alert's history.
 */
function changeAfterSilence(value: MeasuredValue, progress: AlertProgress, known: AlertState): AlertChange {
  const change = changeOf(value, progress, null);
  const id = deriveId(["alertChangeAfterSilence", change.alertId, change.groupId, change.createdAt]);
  // The state has changed during the silence, because otherwise there would be no `known` state. If `known` is also the
  // current state, such as `FIRING`, the alert has left it and returned to it. This is reported as a change from `OK`.
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
    // If neither the state nor the level is new, a firing budget fires again in a new day or month. Each period starts
    // with the state `OK`.
    fromState: last.state === toState && level === null ? "OK" : last.state,
    toState,
    value,
    threshold: alert.threshold,
    problem,
    isSilenced: isSilenced(alert, now),
    level,
  };
}
