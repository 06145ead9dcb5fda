import { alertJobs } from "../alerts.ts";
import type { DeliveryAttempt } from "../channels.ts";
import { fillJob } from "../review-queues.ts";
import type { JobCount, JobLease, JobRecord, JobResult, JobStore, NewJob } from "../jobs.ts";
import { scores as scoreTable } from "../schema/recorded.ts";
import { experimentItems } from "../schema/datasets.ts";
import { jobs as table } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { admitTasks, afterAttempt, afterFailure, afterSuccess, lockRun } from "./run-progress.ts";
import { storeEvaluation } from "./alerts.ts";
import { endAttempt } from "./deliveries.ts";
import { countJudgment } from "./evaluation-rules.ts";
import { queuedAgain, requeueFar, requeueLeft } from "./requeue-jobs.ts";
import { findDue, takeJobs, takenJob } from "./take-jobs.ts";
import type { ScoreWriter } from "./scores.ts";

const firstDelayMs = 5_000;
const maxDelayMs = 3_600_000;
/**
 * Delay in milliseconds after which a failed job of one of the {@link endlessKinds} starts again from its first
 * attempt. Failed jobs of other kinds end.
 */
const restartMs = 60_000;
/** Kinds of jobs that are retried forever. They end only when they are superseded. */
const endlessKinds: ReadonlySet<string> = new Set([alertJobs.evaluation, fillJob]);

const records = new RecordTable(table);
const items = new RecordTable(experimentItems);
const scoreRecords = new RecordTable(scoreTable);

export function createJobStore(sessions: Sessions, scores: ScoreWriter): JobStore {
  const store = async (session: Session, project: number, result: JobResult): Promise<void> => {
    const { scores: writes = [], experimentItems: added = [], jobs = [], judgment } = result;
    const isCounted = judgment !== undefined && writes.length > 0;
    const ids = writes.map(({ id }) => id);
    const known = isCounted ? await scoreRecords.getMany(session, project, ids) : [];
    const stored = writes.length > 0 ? await scores.upsert(session, project, writes) : [];
    // A score that was deleted by hand is not stored again: `stored` contains null for it. The evaluation rule does not
    // count the judgment of such a score.
    if (judgment !== undefined && stored.every((score) => score !== null)) {
      const isReplaced = known.some((score) => score !== null);
      await countJudgment(session, project, judgment, isReplaced);
    }
    if (result.alertEvaluation !== undefined) await storeEvaluation(session, project, result.alertEvaluation);
    if (added.length > 0) await items.insertMissing(session, project, added);
    if (jobs.length > 0) await records.insertMissing(session, project, jobs.map(queuedJob));
  };

  return {
    add: (projectId, added) =>
      sessions.write(projectId, async (session, project) => {
        const groups = new Set(added.map(({ groupId }) => groupId ?? ""));
        for (const groupId of [...groups].toSorted()) {
          // oxlint-disable-next-line no-await-in-loop -- locks in the same order as other transactions
          const run = await lockRun(session, project, groupId || null);
          const own = added.filter((job) => (job.groupId ?? "") === groupId);
          // oxlint-disable-next-line no-await-in-loop -- as above
          await records.insertMissing(session, project, own.map(queuedJob));
          // oxlint-disable-next-line no-await-in-loop -- as above
          if (run !== null) await admitTasks(session, project, run, own[0]?.createdAt ?? 0);
        }
      }),

    get: (projectId, id) => sessions.read(projectId, (session, project) => records.get(session, project, id)),

    list: (projectId, { state, groupId, kinds, first, skip }) =>
      sessions.read(projectId, (session, project) =>
        records.all(session, project, (query) => {
          let found = state === null ? query : query.where("state", "=", state);
          if (groupId !== undefined) found = found.where("group_id", "=", groupId);
          if (kinds !== undefined) found = found.where(session.dialect.isIn("kind", kinds));
          return found.orderBy("key", "desc").limit(first).offset(skip);
        }),
      ),

    due: (now) => sessions.readInstallation((session) => findDue(session, now)),

    take: (query) => sessions.writeInstallation((session) => takeJobs(session, query)),

    renew: (projectId, lease, until) =>
      sessions.write(projectId, async (session, project) => {
        const job = await held(session, project, lease);
        if (job === null) return false;
        return records.replace(session, project, { ...job, dueAt: until });
      }),

    leave: (projectId, lease, { now, next }) =>
      sessions.write(projectId, async (session, project) => {
        const run = await lockRun(session, project, lease.groupId);
        const job = await held(session, project, lease);
        if (run === null || job?.state !== "running") return null;
        await records.replace(session, project, { ...job, state: "storing" });
        const admitted = await admitTasks(session, project, run, now);
        const due = admitted.find(({ dueAt }) => dueAt !== null && dueAt <= now);
        if (next === null || due === undefined) return null;
        const taken = takenJob(due, now, next);
        await records.replace(session, project, taken);
        return taken;
      }),

    requeueLeft: async (now) => {
      await requeueLeft(sessions, { until: now, now });
      await requeueFar(sessions, now);
    },

    finish: (projectId, lease, { now, ...result }) =>
      sessions.write(projectId, async (session, project) => {
        const run = await lockRun(session, project, lease.groupId);
        const job = await held(session, project, lease);
        if (job === null) return false;
        await store(session, project, result);
        const { deliveryAttempt, repeatAt, isSuperseded } = result;
        if (deliveryAttempt !== undefined) {
          await endAttempt(session, project, deliveryAttempt, { isRetried: false, isUnknown: false });
        }
        const state = isSuperseded === true ? "superseded" : "done";
        const after: JobRecord = repeatAt === undefined ? { ...ended(job, now), state } : restarted(job, repeatAt);
        await records.replace(session, project, { ...after, failure: null });
        if (run !== null) await afterSuccess(session, project, { run, job, result, now });
        return true;
      }),

    fail: (projectId, lease, { result = {}, ...failure }) =>
      sessions.write(projectId, async (session, project) => {
        const run = await lockRun(session, project, lease.groupId);
        const job = await held(session, project, lease);
        if (job === null) return null;
        const after = failed(job, failure);
        await records.replace(session, project, after);
        const { cost, deliveryAttempt = failedDelivery(job, failure) } = result;
        if (deliveryAttempt !== undefined) {
          const isUnknown = result.deliveryAttempt === undefined;
          await endAttempt(session, project, deliveryAttempt, { isRetried: after.state !== "failed", isUnknown });
        }
        if (after.state !== "failed") {
          if (run !== null) await afterAttempt(session, project, run, { cost, now: failure.now });
          return "queued";
        }
        await store(session, project, result);
        if (run !== null) await afterFailure(session, project, { run, job: after, cost, now: failure.now });
        return after.state;
      }),

    release: (projectId, lease, { now, dueAt, reason, cost }) =>
      sessions.write(projectId, async (session, project) => {
        const run = await lockRun(session, project, lease.groupId);
        const job = await held(session, project, lease);
        if (job === null) return false;
        const attempts = Math.max(0, job.attempts - 1);
        const failure = reason ?? job.failure;
        await records.replace(session, project, { ...queuedAgain(job, dueAt), attempts, failure });
        if (run !== null) await afterAttempt(session, project, run, { cost, reason, now });
        return true;
      }),

    releaseAll: async (now) => {
      await requeueLeft(sessions, { until: Number.MAX_SAFE_INTEGER, now });
      await sessions.writeInstallation(async (session) => {
        await session.run(
          session.db
            .updateTable("jobs")
            .set(({ eb }) => ({
              state: "queued",
              due_at: now,
              token: null,
              attempts: eb("attempts", "-", 1),
              stops: eb("stops", "+", 1),
            }))
            .where("state", "=", "running"),
        );
      });
    },

    retry: (projectId, id, now) =>
      sessions.write(projectId, async (session, project) => {
        const job = await records.lock(session, project, id);
        if (job?.state !== "failed") return null;
        const after: JobRecord = { ...job, state: "queued", dueAt: now, attempts: 0, stops: 0, endedAt: null };
        await records.replace(session, project, after);
        return after;
      }),

    supersede: (projectId, ids, now) =>
      sessions.write(projectId, async (session, project) => {
        const found = await records.lockBy(session, project, "id", ids);
        const open = found.filter(({ record }) => record.endedAt === null);
        await records.replaceAll(
          session,
          project,
          open.map(({ record }): JobRecord => ({ ...ended(record, now), state: "superseded" })),
        );
        return open.length;
      }),

    deleteEnded: ({ done, failed: failedBefore }, limit) =>
      sessions.writeInstallation(async (session) => {
        const old = await session.all(
          session.db
            .selectFrom("jobs")
            .select(["project_id", "key"])
            .where((where) =>
              where.or([
                where.and([where("ended_at", "<", failedBefore), where("state", "=", "failed")]),
                where.and([where("ended_at", "<", done), where("state", "<>", "failed")]),
              ]),
            )
            .orderBy("ended_at")
            .limit(limit),
        );
        for (const project of new Set(old.map((row) => row.project_id))) {
          const keys = old.filter((row) => row.project_id === project).map(({ key }) => key);
          // oxlint-disable-next-line no-await-in-loop -- one statement for each project
          await session.run(session.db.deleteFrom("jobs").where(session.dialect.isKeyed(project, keys)));
        }
        return old.length;
      }),

    counts: () =>
      sessions.readInstallation((session) =>
        session.all(
          session.db
            .selectFrom("jobs")
            .select(["kind", "state", ({ fn }) => fn.countAll<number>().as("count")])
            .groupBy(["kind", "state"])
            .orderBy("kind")
            .orderBy("state") as unknown as Parameters<typeof session.all<JobCount>>[0], // `state` is a `JobState`
        ),
      ),
  };
}

export function queuedJob(job: NewJob): JobRecord {
  const state = job.dueAt === null ? "waiting" : "queued";
  return { ...job, state, attempts: 0, stops: 0, token: null, endedAt: null, failure: null };
}

function ended(job: JobRecord, now: number): JobRecord {
  return { ...job, dueAt: null, token: null, endedAt: now };
}

/**
 * Returns the outcome to store for a failed delivery whose handler reported none, for example after an internal error.
 * Undefined for other kinds of jobs.
 */
function failedDelivery(
  { id, kind }: JobRecord,
  { message, now }: { readonly message: string; readonly now: number },
): DeliveryAttempt | undefined {
  if (kind !== alertJobs.delivery) return undefined;
  return { deliveryId: id, at: now, isDelivered: false, status: null, response: null, failure: message };
}

function restarted(job: JobRecord, dueAt: number): JobRecord {
  return { ...job, state: "queued", dueAt, token: null, attempts: 0, stops: 0 };
}

function failed(
  job: JobRecord,
  {
    message,
    isFinal,
    retryAfterMs = 0,
    now,
    random,
  }: {
    readonly message: string;
    readonly isFinal: boolean;
    readonly retryAfterMs?: number | undefined;
    readonly now: number;
    readonly random: number;
  },
): JobRecord {
  if (isFinal || job.attempts >= job.maxAttempts) {
    return endlessKinds.has(job.kind)
      ? { ...restarted(job, now + restartMs), failure: message }
      : { ...ended(job, now), state: "failed", failure: message };
  }
  const backoff = Math.min(maxDelayMs, firstDelayMs * 2 ** (job.attempts - 1)) * (1 - random / 2);
  const delay = Math.round(Math.max(backoff, Math.min(maxDelayMs, retryAfterMs)));
  return { ...queuedAgain(job, now + delay), failure: message };
}

/** Locks the job of a lease. Returns the job; null if the lease was lost. */
async function held(session: Session, project: number, { id, token }: JobLease): Promise<JobRecord | null> {
  const job = await records.lock(session, project, id);
  return job?.token === token ? job : null;
}
