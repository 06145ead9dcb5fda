import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { DueJobs, JobRecord, NextLease, TakeJobs, TakenJob } from "../jobs.ts";
import { jobs as table } from "../schema/jobs.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

const jobs = new RecordTable(table);
const queries = new CompiledQueries();

/** Finds the kinds of due jobs by one index lookup for each kind, because there may be many due jobs. */
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

/**
 * SQL condition for the states in which a server may take a due job. A `running` job is due when its lease has ended,
 * so another server may take it.
 */
function isTakable(state: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(state)} IN ('queued', 'running')`;
}

/**
 * Takes due jobs of one project after the other, in the order of the project keys: first the projects after the key
 * `after`, then the projects up to this key. Each call takes jobs from a project at most once.
 */
export async function takeJobs(session: Session, query: TakeJobs): Promise<{ jobs: TakenJob[]; after: number }> {
  const taken: TakenJob[] = [];
  let after = query.after;
  let isAround = false;
  while (taken.length < query.limit) {
    // oxlint-disable-next-line no-await-in-loop -- the previous project determines the next one
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
      // Looks up each project once in the index, even if a project has many jobs of kinds that are not in `kinds`.
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

/**
 * Takes at most `limit` jobs of a project. First, each experiment and rule gets an equal share, beginning with the one
 * that has the fewest running jobs. The rest of the limit goes to the oldest jobs.
 */
async function takeOf(session: Session, project: number, query: TakeJobs, limit: number): Promise<TakenJob["job"][]> {
  const groups = await dueGroups(session, project, query);
  const share = Math.max(1, Math.floor(limit / groups.length));
  const taken: TakenJob["job"][] = [];
  if (groups.length > 1) {
    for (const { id } of groups) {
      if (taken.length === limit) break;
      // oxlint-disable-next-line no-await-in-loop -- depends on how many are left
      taken.push(
        ...(await takeOldest(session, project, query, { limit: Math.min(share, limit - taken.length), group: id })),
      );
    }
  }
  if (taken.length < limit) taken.push(...(await takeOldest(session, project, query, { limit: limit - taken.length })));
  return taken;
}

/**
 * Finds the groups (experiments and rules) that may have due jobs. Groups with fewer running jobs are first. Groups
 * with the same number of running jobs are in random order. Jobs without a group are one group.
 */
async function dueGroups(
  session: Session,
  project: number,
  { kinds, now }: TakeJobs,
): Promise<{ readonly id: string | null }[]> {
  const { dialect } = session;
  const running = (group: RawBuilder<unknown>): RawBuilder<number> => sql`(SELECT count(*) FROM jobs r
    WHERE r.project_id = ${project} AND r.group_id ${group} AND r.state = 'running' AND ${dialect.isIn("r.kind", kinds)})`;
  // Looks up each group in the index, because a group may have many jobs.
  const query = (): RawBuilder<{ readonly id: string | null; readonly running: number }> =>
    sql`WITH RECURSIVE found (id) AS (
        SELECT min(group_id) FROM jobs WHERE project_id = ${project} AND due_at IS NOT NULL
        UNION ALL
        SELECT (SELECT min(j.group_id) FROM jobs j
            WHERE j.project_id = ${project} AND j.group_id > found.id AND j.due_at IS NOT NULL)
          FROM found WHERE found.id IS NOT NULL
      )
      SELECT id, ${running(sql`= found.id`)} AS running FROM found WHERE id IS NOT NULL
      UNION ALL
      SELECT NULL, ${running(sql`IS NULL`)} WHERE EXISTS (
        SELECT 1 FROM jobs j WHERE j.project_id = ${project} AND j.group_id IS NULL AND j.due_at <= ${now})`;
  const list = dialect.toList(kinds);
  const parameters = [project, project, project, list, project, list, project, now];
  const groups = await session.all(queries.of(session, "dueGroups", query, parameters));
  return groups
    .map((group) => ({ group, place: group.running + Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ group }) => group);
}

/**
 * Takes the oldest due jobs. `group`: id of the group whose jobs are taken; null for the jobs without a group. By
 * default, takes jobs of all groups.
 */
async function takeOldest(
  session: Session,
  project: number,
  { kinds, now, ...lease }: TakeJobs,
  { limit, group }: { readonly limit: number; readonly group?: string | null },
): Promise<TakenJob["job"][]> {
  const due = await jobs.all(session, project, (query) =>
    session.dialect.forUpdateUnlocked(
      query
        .where("due_at", "<=", now)
        .where(session.dialect.isIn("kind", kinds))
        .where(isTakable("state"))
        .$if(group === null, (all) => all.where("group_id", "is", null))
        .$if(typeof group === "string", (all) => all.where("group_id", "=", group ?? ""))
        .orderBy("due_at")
        .orderBy(sql.ref("key"))
        .limit(limit),
    ),
  );
  const taken = due.map((job) => takenJob(job, now, lease));
  await jobs.replaceAll(session, project, taken);
  return taken;
}

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
