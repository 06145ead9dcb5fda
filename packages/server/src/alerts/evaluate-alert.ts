import { readJudgeStates } from "../evaluators/judge-states.ts";
import { isCalendar } from "../records/alerts.ts";
import { deriveId } from "../records/ids.ts";
import { readQuery } from "../records/query.ts";
import type { AlertChange, AlertProgress, AlertRecord } from "../store/alerts.ts";
import type { NewDelivery } from "../store/channels.ts";
import type { JobResult } from "../store/jobs.ts";
import type { ListFilter } from "../store/list.ts";
import type { Store } from "../store/store.ts";
import { evaluationInterval } from "./alert-period.ts";
import { measureAlert } from "./measure-alert.ts";
import { hasFired, isNotified, reachedLevel, stepAlert } from "./step-alert.ts";

type JudgeReads = Parameters<typeof readJudgeStates>[0];

/**
 * Upper bound of the delay of an evaluation, in milliseconds. The delay differs between alerts, so that they are not
 * evaluated all at once.
 */
const spreadMs = 20_000;

/**
 * Evaluates an alert at the last multiple of its interval. The state, its change and the deliveries of the change are
 * stored in the transaction that ends the job.
 */
export async function evaluateAlert(
  store: JudgeReads & Pick<Store, "alerts" | "analytics" | "channels">,
  projectId: string,
  { alertId, now }: { readonly alertId: string; readonly now: number },
): Promise<JobResult> {
  const alert = await store.alerts.get(projectId, alertId);
  if (alert === null || !alert.isOn) return {};
  const interval = evaluationInterval(alert.period);
  const at = Math.floor(now / interval) * interval;
  const repeatAt = at + interval + (alert.createdAt % spreadMs);
  const evaluatedAt = alert.evaluatedAt ?? at;
  // If the last evaluation is ahead of `at` by less than an interval, the alert was changed to a longer interval. If it
  // is further ahead, the clock was wrong, and the alert is evaluated again.
  if (evaluatedAt > at && evaluatedAt <= now + interval) return { repeatAt };
  const last = evaluatedAt > at ? untilNow(alert, at) : alert;
  const measurement = await measureAlert(store.analytics, projectId, alert, { at, now });
  const stepped = stepAlert(alert, last, measurement, at);
  // New labels or a new version of a judge must not end an alert while its condition holds. Therefore, the labels are
  // only read when the condition starts to hold.
  const mayFire =
    stepped.pendingSince === null ||
    stepped.pendingSince === last.pendingSince ||
    (await isJudgeMeasured(store, projectId, alert, now));
  const progress = mayFire ? stepped : stepAlert(alert, last, { value: null, problem: "JUDGE_NOT_MEASURED" }, at);
  const isChanged = progress.state !== last.state || hasFired(last, progress);
  // While the alert is silenced, no level counts as reached, so that channels are notified of the level after the
  // silence.
  const level = isChanged || isSilenced(alert, now) ? null : reachedLevel(alert, progress);
  const change = isChanged || level !== null ? changeOf(alert, progress, { level, now }) : null;
  const found = change ?? (await silencedChange(store, projectId, { alert, progress, now }));
  const notified = found !== null && isSent(alert, progress, found) ? found : null;
  const deliveries = notified === null ? [] : await deliveriesOf(store, projectId, { alert, change: notified, now });
  const after = notified === null ? progress : { ...progress, level: levelOf(alert, notified) ?? progress.level };
  return { alertEvaluation: { alertId, progress: after, change, deliveries }, repeatAt };
}

/** Whether channels are notified of a change. A budget notifies once per level and period. */
function isSent({ period }: AlertRecord, { level }: AlertProgress, change: AlertChange): boolean {
  if (change.isSilenced) return false;
  if (change.level !== null) return true;
  if (!isNotified(change.fromState, change.toState)) return false;
  // A new day or month ends a firing budget alert by itself, so channels are not notified of that.
  return !isCalendar(period) || (change.toState === "FIRING" && level < 100);
}

/** Level of a notification of a budget, in percent of the threshold; null for other alerts. */
function levelOf({ period }: AlertRecord, { level, toState }: AlertChange): number | null {
  return isCalendar(period) && toState === "FIRING" ? 100 : level;
}

function isSilenced({ silencedUntil }: AlertRecord, now: number): boolean {
  return silencedUntil !== null && silencedUntil > now;
}

/** Replaces times in the future by `at`. */
function untilNow(progress: AlertProgress, at: number): AlertProgress {
  const past = (time: number | null): number | null => (time === null ? null : Math.min(time, at));
  const { stateSince, pendingSince } = progress;
  return { ...progress, stateSince: past(stateSince), pendingSince: past(pendingSince) };
}

/**
 * Whether the judges whose scores an alert monitors are measured ({@link readJudgeStates}). True if the alert does not
 * require this.
 */
async function isJudgeMeasured(
  store: JudgeReads,
  projectId: string,
  { requiresMeasuredJudge, metric, resource, filters, query }: AlertRecord,
  now: number,
): Promise<boolean> {
  if (!requiresMeasuredJudge || !metric.startsWith("score")) return true;
  const conditions = resource === "scores" ? [...filters, ...readQuery("scores", query, now)] : [];
  const names = selectedValues(conditions, "name");
  const versionIds = selectedValues(conditions, "evaluatorVersionId");
  const states = await readJudgeStates(store, projectId, { scoreNames: names, now });
  return states
    .filter(({ version }) => versionIds === null || versionIds.includes(version.id))
    .every(({ measured }) => measured === "MEASURED");
}

/** Values of a field that conditions select; null if they do not restrict the field. */
function selectedValues(conditions: readonly (AlertRecord["filters"][number] | ListFilter)[], field: string) {
  const values = conditions.flatMap((condition) => {
    if (!("field" in condition) || condition.field !== field) return [];
    if (condition.operator !== "eq" && condition.operator !== "in") return [];
    return [condition.value].flat().map(String);
  });
  return values.length === 0 ? null : values;
}

/**
 * Returns the change by which a silenced alert fired, if the silence has ended since the last evaluation. Null
 * otherwise.
 */
async function silencedChange(
  { alerts }: Pick<Store, "alerts">,
  projectId: string,
  { alert, progress, now }: { readonly alert: AlertRecord; readonly progress: AlertProgress; readonly now: number },
): Promise<AlertChange | null> {
  const { silencedUntil, evaluatedAt } = alert;
  if (progress.state !== "FIRING" || silencedUntil === null || silencedUntil > now) return null;
  if (evaluatedAt === null || evaluatedAt >= silencedUntil) return null;
  const [last] = await alerts.history(projectId, alert.id, { first: 1, skip: 0 });
  return last?.isSilenced === true ? { ...last, isSilenced: false, value: progress.value } : null;
}

function changeOf(
  alert: AlertRecord,
  progress: AlertProgress,
  { level, now }: { readonly level: number | null; readonly now: number },
): AlertChange {
  const { state: toState, value, problem } = progress;
  const createdAt = progress.evaluatedAt ?? now;
  const number = alert.changeCount + 1;
  return {
    id: deriveId(["alertChange", alert.id, number, createdAt]),
    createdAt,
    alertId: alert.id,
    number,
    // If an alert fires twice in a row, a new day or month started in between, with the state `OK`.
    fromState: alert.state === toState && level === null ? "OK" : alert.state,
    toState,
    value,
    threshold: alert.threshold,
    problem,
    isSilenced: isSilenced(alert, now),
    level,
  };
}

async function deliveriesOf(
  { channels }: Pick<Store, "channels">,
  projectId: string,
  { alert, change, now }: { readonly alert: AlertRecord; readonly change: AlertChange; readonly now: number },
): Promise<NewDelivery[]> {
  const known = new Set((await channels.all(projectId)).map(({ id }) => id));
  const { name, metric, perRecord, kind, period, threshold } = alert;
  return alert.channelIds
    .filter((id) => known.has(id))
    .map((channelId) => ({
      id: deriveId(["delivery", change.id, channelId]),
      createdAt: change.createdAt,
      channelId,
      event: "ALERT_CHANGED",
      data: {
        alertId: alert.id,
        name,
        state: change.toState,
        previousState: change.fromState,
        metric,
        perRecord,
        kind,
        period,
        threshold,
        value: change.value,
        problem: change.problem,
        level: levelOf(alert, change),
        at: new Date(change.createdAt).toISOString(),
      },
      dueAt: now,
    }));
}
