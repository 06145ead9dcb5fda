import { sql } from "kysely";
import type { JobCount, JobLease, JobRecord, JobStore, NewJob, TakeJobs, TakenJob } from "../jobs.ts";
import { jobs as table } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import type { ScoreWriter } from "./scores.ts";

const firstDelayMs = 5_000;
const maxDelayMs = 3_600_000;

const records = new RecordTable(table);

export function createJobStore(sessions: Sessions, scores: ScoreWriter): JobStore {
  return {
    add: (projectId, added) =>
      sessions.write(projectId, (session, project) => records.insertMissing(session, project, added.map(queued))),

    get: (projectId, id) => sessions.read(projectId, (session, project) => records.get(session, project, id)),

    list: (projectId, { state, first, skip }) =>
      sessions.read(projectId, (session, project) =>
        records.all(session, project, (query) =>
          (state === null ? query : query.where("state", "=", state)).orderBy("key", "desc").limit(first).offset(skip),
        ),
      ),

    take: (query) => sessions.writeInstallation((session) => take(session, query)),

    renew: (projectId, lease, until) =>
      sessions.write(projectId, async (session, project) => {
        const job = await held(session, project, lease);
        if (job === null) return false;
        return records.replace(session, project, { ...job, dueAt: until });
      }),

    finish: (projectId, lease, { scores: writes, now }) =>
      sessions.write(projectId, async (session, project) => {
        const job = await held(session, project, lease);
        if (job === null) return false;
        await scores.upsert(session, project, writes);
        return records.replace(session, project, { ...ended(job, now), state: "done", failure: null });
      }),

    fail: (projectId, lease, { message, isFinal, now, random }) =>
      sessions.write(projectId, async (session, project) => {
        const job = await held(session, project, lease);
        if (job === null) return null;
        const after = failed(job, { message, isFinal, now, random });
        await records.replace(session, project, after);
        return after.state;
      }),

    retry: (projectId, id, now) =>
      sessions.write(projectId, async (session, project) => {
        const job = await records.lock(session, project, id);
        if (job?.state !== "failed") return null;
        const after: JobRecord = { ...job, state: "queued", dueAt: now, attempts: 0, endedAt: null };
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

    deleteEnded: (projectId, before, limit) =>
      sessions.write(projectId, async (session, project) => {
        const old = await records.all(session, project, (query) =>
          query.where("ended_at", "<", before).orderBy("ended_at").limit(limit),
        );
        await records.deleteMany(
          session,
          project,
          old.map(({ id }) => id),
        );
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
            .orderBy("state") as unknown as Parameters<typeof session.all<JobCount>>[0], // `state` holds states only
        ),
      ),
  };
}

function queued(job: NewJob): JobRecord {
  return { ...job, state: "queued", attempts: 0, token: null, endedAt: null, failure: null };
}

function ended(job: JobRecord, now: number): JobRecord {
  return { ...job, dueAt: null, token: null, endedAt: now };
}

function failed(
  job: JobRecord,
  { message, isFinal, now, random }: { message: string; isFinal: boolean; now: number; random: number },
): JobRecord {
  if (isFinal || job.attempts >= job.maxAttempts) return { ...ended(job, now), state: "failed", failure: message };
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (job.attempts - 1));
  return { ...job, state: "queued", token: null, failure: message, dueAt: now + Math.round(delay * (1 - random / 2)) };
}

/** The job, locked, if the lease is held. */
async function held(session: Session, project: number, { id, token }: JobLease): Promise<JobRecord | null> {
  const job = await records.lock(session, project, id);
  return job?.token === token ? job : null;
}

/** Visits projects with due jobs in the order of their keys, once around. */
async function take(session: Session, query: TakeJobs): Promise<{ jobs: TakenJob[]; after: number }> {
  const taken: TakenJob[] = [];
  let after = query.after;
  let isAround = false;
  while (taken.length < query.limit) {
    // oxlint-disable-next-line no-await-in-loop -- each project follows from the one before
    const project = await nextProject(session, query, after);
    if (project === undefined || (isAround && project.key > query.after)) {
      if (isAround) break;
      isAround = true;
      after = 0;
      continue;
    }
    after = project.key;
    const limit = Math.min(query.perProject, query.limit - taken.length);
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const job of await takeOf(session, project.key, query, limit)) taken.push({ projectId: project.id, job });
  }
  return { jobs: taken, after };
}

function nextProject(
  session: Session,
  { kinds, now }: TakeJobs,
  after: number,
): Promise<{ readonly key: number; readonly id: string } | undefined> {
  return session.get(
    session.db
      .selectFrom("jobs as j")
      .innerJoin("projects as p", "p.key", "j.project_id")
      .select(["p.key as key", "p.id as id"])
      .where("j.project_id", ">", after)
      .where("j.due_at", "<=", now)
      .where(session.dialect.isIn("j.kind", kinds))
      .orderBy("j.project_id")
      .limit(1),
  );
}

async function takeOf(
  session: Session,
  project: number,
  { kinds, now, leaseMs, token }: TakeJobs,
  limit: number,
): Promise<TakenJob["job"][]> {
  const due = await records.all(session, project, (query) =>
    session.dialect.forUpdateUnlocked(
      query
        .where("due_at", "<=", now)
        .where(session.dialect.isIn("kind", kinds))
        .orderBy("due_at")
        .orderBy(sql.ref("key"))
        .limit(limit),
    ),
  );
  const lost = "The server that ran it stopped";
  const spent = due.filter(({ attempts, maxAttempts }) => attempts >= maxAttempts);
  const next = due.filter((job) => !spent.includes(job));
  const taken = next.map((job): TakenJob["job"] => ({
    ...job,
    state: "running",
    attempts: job.attempts + 1,
    dueAt: now + leaseMs,
    token: `${token}:${job.id}`,
  }));
  const dead = spent.map((job): JobRecord => ({ ...ended(job, now), state: "failed", failure: job.failure ?? lost }));
  await records.replaceAll(session, project, [...taken, ...dead]);
  return taken;
}
