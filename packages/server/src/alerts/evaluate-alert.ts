import type { AlertProgress, AlertRecord } from "../store/alerts.ts";
import type { JobResult } from "../store/jobs.ts";
import { evaluationInterval } from "./alert-period.ts";
import { deliveriesOf } from "./deliveries-of.ts";
import { evaluateGroups } from "./evaluate-groups.ts";
import { type EvaluatedAlert, evaluateValue, type EvaluationReads } from "./evaluate-value.ts";
import { measureAlert } from "./measure-alert.ts";

/**
 * Upper limit of the delay with which an alert is evaluated, in milliseconds. The delay depends on the alert's creation
 * time, so that not all alerts are evaluated at once.
 */
const spreadMs = 20_000;

/**
 * Evaluates an alert at the most recent multiple of its evaluation interval, such as the start of the current minute.
 * The result is stored in the transaction that ends the job.
 */
export async function evaluateAlert(
  store: EvaluationReads,
  projectId: string,
  { alertId, now }: { readonly alertId: string; readonly now: number },
): Promise<JobResult> {
  const alert = await store.alerts.get(projectId, alertId);
  if (alert === null || !alert.isOn) return {};
  const interval = evaluationInterval(alert.period);
  const at = Math.floor(now / interval) * interval;
  const repeatAt = at + interval + (alert.createdAt % spreadMs);
  const evaluatedAt = alert.evaluatedAt ?? at;
  // `evaluatedAt` is later than `at` if the interval has become longer since. For example, the alert was evaluated at
  // 10:07, and `at` is now 10:00. The alert then waits for the next `at`. If `evaluatedAt` is more than an interval in
  // the future, it was set by a wrong clock, and the alert is evaluated now.
  if (evaluatedAt > at && evaluatedAt <= now + interval) return { repeatAt };
  const past = evaluatedAt > at ? untilNow(alert, at) : alert;
  const evaluate = alert.groupBy === null ? evaluateWhole : evaluateGroups;
  const { progress, changes, notified } = await evaluate(store, projectId, { alert: past, at, now });
  const deliveries = await deliveriesOf(store, projectId, { alert, changes: notified, now });
  return { alertEvaluation: { alertId, progress, changes, deliveries }, repeatAt };
}

async function evaluateWhole(
  store: EvaluationReads,
  projectId: string,
  { alert, at, now }: { readonly alert: AlertRecord; readonly at: number; readonly now: number },
): Promise<EvaluatedAlert> {
  const measurement = await measureAlert(store.analytics, projectId, alert, { at, now });
  const value = { alert, group: null, last: alert, measurement, at, now, number: alert.changeCount + 1 };
  const { progress, change, notified } = await evaluateValue(store, projectId, value);
  return {
    progress: { ...progress, groupStates: [], hasMoreGroups: false },
    changes: change === null ? [] : [change],
    notified: notified === null ? [] : [notified],
  };
}

/** Limits the stored times of an alert to `at`. If the clock was set back, a stored time can be later than `at`. */
function untilNow(alert: AlertRecord, at: number): AlertRecord {
  const past = (time: number | null): number | null => (time === null ? null : Math.min(time, at));
  const ofProgress = <Progress extends Pick<AlertProgress, "pendingSince" | "stateSince">>(progress: Progress) => ({
    ...progress,
    stateSince: past(progress.stateSince),
    pendingSince: past(progress.pendingSince),
  });
  const groupStates = alert.groupStates.map((group) => ({
    ...ofProgress(group),
    countedAt: Math.min(group.countedAt, at),
  }));
  return { ...ofProgress(alert), groupStates };
}
