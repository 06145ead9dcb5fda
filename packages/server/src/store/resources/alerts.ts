import {
  type AlertContent,
  type AlertEvaluation,
  alertJobs,
  type AlertRecord,
  type AlertStore,
  type GroupedProgress,
  keptChanges,
} from "../alerts.ts";
import { limitReached, nameTaken } from "../errors.ts";
import type { JobRecord } from "../jobs.ts";
import { alertChanges, alerts as table } from "../schema/alerts.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Session, type Sessions, withoutConflict } from "../session/session.ts";
import { addDeliveries } from "./deliveries.ts";

/** Evaluations are retried forever. After this number of failed attempts, the attempts are counted from 0 again. */
const maxAttempts = 1_000;

const alerts = new RecordTable(table);
const changes = new RecordTable(alertChanges);
const jobs = new RecordTable(jobTable);

/** Progress of an alert that is off, or was not evaluated yet. */
export const noProgress: GroupedProgress = {
  state: "OK",
  stateSince: null,
  pendingSince: null,
  value: null,
  problem: null,
  evaluatedAt: null,
  level: 0,
  silencedFrom: null,
  groupStates: [],
  hasMoreGroups: false,
};

export function createAlertStore(sessions: Sessions): AlertStore {
  const withUniqueName = <Result>(name: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, () => nameTaken("An alert", name), write);
  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) => alerts.all(session, project, (query) => query.orderBy("name"))),

    get: (projectId, id) => sessions.read(projectId, (session, project) => alerts.get(session, project, id)),

    create: (projectId, alert, limit) =>
      withUniqueName(alert.name, () =>
        sessions.write(projectId, async (session, project) => {
          await session.holdLock("alerts", project);
          const count = await alerts.count(session, project);
          if (count >= limit) throw limitReached("alerts", { count, limit });
          await alerts.insert(session, project, alert);
          await schedule(session, project, alert, alert.createdAt);
          return alert;
        }),
      ),

    replace: (projectId, id, content, now) =>
      withUniqueName(content.name, () =>
        sessions.write(projectId, async (session, project) => {
          // The job is locked before the alert, in the same order as when an evaluation ends.
          await jobs.lock(session, project, id);
          const before = await alerts.lock(session, project, id);
          if (before === null) return null;
          const updatedAt = Math.max(now, before.updatedAt);
          const isRegrouped = before.groupBy !== content.groupBy;
          const after: AlertRecord = {
            ...before,
            ...content,
            updatedAt,
            // `level` starts from 0 again if the alert has another metric, period or threshold, or measures other
            // records.
            ...(!hasSameSum(before, content) && {
              level: 0,
              groupStates: before.groupStates.map((group) => ({ ...group, level: 0 })),
            }),
            ...((isRegrouped || !content.isOn) && noProgress),
          };
          await alerts.replace(session, project, after);
          if (isRegrouped) await deleteChanges(session, project, id);
          await schedule(session, project, after, now);
          return after;
        }),
      ),

    silence: (projectId, id, until) =>
      sessions.write(projectId, async (session, project) => {
        const alert = await alerts.lock(session, project, id);
        if (alert === null) return null;
        const after = { ...alert, silencedUntil: until };
        await alerts.replace(session, project, after);
        return after;
      }),

    delete: (projectId, id, now) =>
      sessions.write(projectId, async (session, project) => {
        await jobs.lock(session, project, id);
        const alert = await alerts.delete(session, project, id);
        if (alert === null) return null;
        await schedule(session, project, { ...alert, isOn: false }, now);
        await deleteChanges(session, project, id);
        return alert;
      }),

    history: (projectId, alertId, { first, skip, groupId = null }) =>
      sessions.read(projectId, (session, project) =>
        changes.all(session, project, (query) => {
          const ofAlert = query.where("alert_id", "=", alertId);
          const found = groupId === null ? ofAlert : ofAlert.where("group_id", "=", groupId);
          return found.orderBy("number", "desc").limit(first).offset(skip);
        }),
      ),
  };
}

async function deleteChanges(session: Session, project: number, alertId: string): Promise<void> {
  await session.run(
    session.db.deleteFrom("alert_changes").where("project_id", "=", project).where("alert_id", "=", alertId),
  );
}

const sumFields = ["metric", "resource", "filters", "query", "includesExperiments", "threshold", "period"] as const;

function hasSameSum(before: AlertContent, after: AlertContent): boolean {
  return sumFields.every((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
}

/**
 * Queues an evaluation of an alert or, if the alert is off, ends the job of its evaluations. If an evaluation is
 * running, its result is discarded, because the alert has changed.
 */
export async function schedule(
  session: Session,
  project: number,
  { id, isOn }: AlertRecord,
  now: number,
): Promise<void> {
  const job = await jobs.lock(session, project, id);
  if (job === null) {
    if (isOn) await jobs.insertMissing(session, project, [evaluationJob(id, now)]);
    return;
  }
  const ended = { ...job, state: "superseded", dueAt: null, token: null, endedAt: now } as const;
  await jobs.replace(session, project, isOn ? evaluationJob(id, now) : ended);
}

export function evaluationJob(alertId: string, dueAt: number): JobRecord {
  return {
    id: alertId,
    createdAt: dueAt,
    kind: alertJobs.evaluation,
    groupId: null,
    payload: {},
    state: "queued",
    dueAt,
    attempts: 0,
    stops: 0,
    maxAttempts,
    token: null,
    endedAt: null,
    failure: null,
  };
}

/**
 * Stores the result of an evaluation, in the transaction that ends the evaluation. Deletes all but the newest
 * {@link keptChanges} changes.
 */
export async function storeEvaluation(
  session: Session,
  project: number,
  { alertId, progress, changes: made, deliveries }: AlertEvaluation,
): Promise<void> {
  const alert = await alerts.lock(session, project, alertId);
  if (alert === null) return;
  const changeCount = made.at(-1)?.number ?? alert.changeCount;
  await alerts.replace(session, project, { ...alert, ...progress, changeCount });
  await addDeliveries(session, project, deliveries);
  if (made.length === 0) return;
  await changes.insertMissing(session, project, made);
  await session.run(
    session.db
      .deleteFrom("alert_changes")
      .where("project_id", "=", project)
      .where("alert_id", "=", alertId)
      .where("number", "<=", changeCount - keptChanges),
  );
}
