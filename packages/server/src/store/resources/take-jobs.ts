import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { DueJobs, JobRecord, NextLease, TakeJobs, TakenJob } from "../jobs.ts";
import { jobs as table } from "../schema/jobs.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

const jobs = new RecordTable(table);
const queries = new CompiledQueries();

/** Finds the kinds of due jobs. Looks up each kind in the index, because the due jobs may be many. */
export function findDue(session: Session, now: number): Promise<DueJobs[]> {
  const query = sql<DueJobs>`WITH RECURSIVE kinds (kind) AS (
      SELECT min(kind) FROM jobs WHERE due_at IS NOT NULL
      UNION ALL
      SELECT (SELECT min(j.kind) FROM jobs j WHERE j.kind > kinds.kind AND j.due_at IS NOT NULL)
        FROM kinds WHERE kinds.kind IS NOT NULL
    )
    SELECT kind, since FROM (
      SELECT kind, (SELECT j.due_at FROM jobs j WHERE j.kind = kinds.kind AND j.due_at <= ${now}
        AND ${isTakable("j.state")} ORDER BY j.due_at LIMIT 1) AS since FROM kinds
    ) AS found WHERE since IS NOT NULL ORDER BY kind`;
  return session.all(queries.of(session, "due", () => query, [now]));
}

/** Whether a server may take a job that is due: one that waits, or whose server stopped. */
function isTakable(state: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(state)} IN ('queued', 'running')`;
}

/** Visits projects with due jobs once, in the order of their keys, starting after `after`. */
export async function takeJobs(session: Session, query: TakeJobs): Promise<{ jobs: TakenJob[]; after: number }> {
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
    const limit = Math.min(query.perProject - (query.running[project.id] ?? 0), query.limit - taken.length);
    if (limit <= 0) continue;
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
  const { dialect } = session;
  const query = () =>
    session.db
      .selectFrom("projects as p")
      .select(["p.key as key", "p.id as id"])
      .where("p.key", ">", after)
      // One lookup in the index for each project, also if a project has many jobs of other kinds.
      .where((build) => {
        const due = build
          .selectFrom("jobs as j")
          .select("j.key")
          .whereRef("j.project_id", "=", "p.key")
          .where("j.due_at", "<=", now)
          .where(dialect.isIn("j.kind", kinds))
          .where(isTakable("j.state"))
          .limit(1);
        return sql<SqlBool>`${due} IS NOT NULL`;
      })
      .orderBy("p.key")
      .limit(1);
  return session.get(queries.of(session, "nextProject", query, [after, now, dialect.toList(kinds), 1, 1]));
}

async function takeOf(
  session: Session,
  project: number,
  { kinds, now, ...lease }: TakeJobs,
  limit: number,
): Promise<TakenJob["job"][]> {
  const due = await jobs.all(session, project, (query) =>
    session.dialect.forUpdateUnlocked(
      query
        .where("due_at", "<=", now)
        .where(session.dialect.isIn("kind", kinds))
        .where(isTakable("state"))
        .orderBy("due_at")
        .orderBy(sql.ref("key"))
        .limit(limit),
    ),
  );
  const taken = due.map((job) => takenJob(job, now, lease));
  await jobs.replaceAll(session, project, taken);
  return taken;
}

/** Returns a due job as it is after a server took it. */
export function takenJob(job: JobRecord, now: number, { leaseMs, token }: NextLease): TakenJob["job"] {
  return {
    ...job,
    state: "running",
    // A running job is due again because its server stopped.
    ...(job.state === "running" ? { stops: job.stops + 1 } : { attempts: job.attempts + 1 }),
    dueAt: now + leaseMs,
    token: `${token}:${job.id}`,
  };
}
