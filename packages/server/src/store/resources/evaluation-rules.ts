import { type RawBuilder, sql } from "kysely";
import { ConflictError } from "../errors.ts";
import {
  type CountedJudgment,
  type EvaluationRuleStore,
  type NewJudgment,
  type RuleFigures,
  ruleJobs,
  type StepPlace,
} from "../evaluation-rules.ts";
import type { JobRecord, JobState } from "../jobs.ts";
import { evaluationArrivals, evaluationRuleDays, evaluationRules } from "../schema/evaluation-rules.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { groupBy } from "../session/group-by.ts";
import { RecordTable } from "../session/record-table.ts";
import type { ProjectJob, Session, Sessions } from "../session/session.ts";

/** Attempts of a judgment, for about three hours. */
const maxAttempts = 12;
/** Attempts of a job that finds arrivals. It is queued again in any case, so that this only delays the log of a failure. */
const maxRepeatedAttempts = 1_000;
const judgmentKinds = [ruleJobs.judgment, ruleJobs.backfilledJudgment];

const rules = new RecordTable(evaluationRules);
const arrivals = new RecordTable(evaluationArrivals);
const jobs = new RecordTable(jobTable);

/** Rolls a transaction back. */
class ArrivalGoneError extends Error {
  override readonly name = "ArrivalGoneError";
}

export function createEvaluationRuleStore(sessions: Sessions): EvaluationRuleStore {
  /** Runs a change of names or jobs. Only one such transaction runs per project. */
  const change = <Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> =>
    sessions.write(projectId, async (session, project) => {
      await session.holdLock("evaluationRules", project);
      return job(session, project);
    });

  return {
    all: (projectId) =>
      sessions.read(projectId, (session, project) => rules.all(session, project, (query) => query.orderBy("name"))),

    get: (projectId, id) => sessions.read(projectId, (session, project) => rules.get(session, project, id)),

    create: (projectId, rule, limit) =>
      change(projectId, async (session, project) => {
        await requireFreeName(session, project, rule.name);
        const count = await rules.count(session, project);
        if (count >= limit)
          throw new ConflictError(`The project has ${count} rules; at most ${limit} are allowed. Delete one first.`);
        await rules.insert(session, project, rule);
        return rule;
      }),

    replace: (projectId, rule) =>
      change(projectId, async (session, project) => {
        const before = await rules.lock(session, project, rule.id);
        if (before === null) return null;
        if (rule.name !== before.name) await requireFreeName(session, project, rule.name);
        await rules.replace(session, project, rule);
        return rule;
      }),

    delete: (projectId, id, now) =>
      change(projectId, async (session, project) => {
        const rule = await rules.delete(session, project, id);
        if (rule === null) return null;
        await session.run(
          session.db
            .updateTable("jobs")
            .set({ state: "superseded", due_at: null, token: null, ended_at: now })
            .where("project_id", "=", project)
            .where("group_id", "=", id)
            .where("ended_at", "is", null),
        );
        await session.run(
          session.db.deleteFrom("evaluation_rule_days").where("project_id", "=", project).where("rule_id", "=", id),
        );
        return rule;
      }),

    figures: (projectId, ids, now) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await session.all<FigureRow>(
          compiled(
            session,
            sql`SELECT group_id AS "ruleId", kind, state, count(*) AS count, min(due_at) AS due,
                max(CASE WHEN due_at > ${now} THEN failure END) AS reason
              FROM jobs WHERE project_id = ${project} AND ${session.dialect.isIn("group_id", ids)}
              GROUP BY group_id, kind, state`,
          ),
        );
        return groupBy(ids, rows, ({ ruleId }) => ruleId).map((own) => toFigures(own, now));
      }),

    days: (projectId, id, first) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await session.all(
          session.db
            .selectFrom("evaluation_rule_days")
            .selectAll()
            .where("project_id", "=", project)
            .where("rule_id", "=", id)
            .orderBy("day", "desc")
            .limit(first),
        );
        return rows.map(evaluationRuleDays.toRecord);
      }),

    projectsWithArrivals: () =>
      sessions.readInstallation(async (session) => {
        const rows = await session.all(
          session.db
            .selectFrom("projects as p")
            .select("p.id as id")
            .where("p.key", "in", session.db.selectFrom("evaluation_arrivals").select("project_id").distinct()),
        );
        return rows.map(({ id }) => id);
      }),

    arrivals: (projectId, limit) =>
      sessions.read(projectId, (session, project) =>
        arrivals.all(session, project, (query) => query.orderBy(sql.ref("key")).limit(limit)),
      ),

    placesOf: (projectId, ids) =>
      sessions.read(projectId, (session, project) =>
        session.all<StepPlace>(
          compiled(
            session,
            sql`SELECT s.id AS id, s.environment AS environment, s.parent_id AS "parentId",
                ${sql.raw(session.dialect.threadOfStep)} AS "threadId"
              FROM steps s WHERE s.project_id = ${project} AND ${session.dialect.isIn("s.id", ids)}`,
          ),
        ),
      ),

    async settleArrivals(projectId, ids, judgments) {
      try {
        await change(projectId, async (session, project) => {
          const deleted = await session.run(
            session.db
              .deleteFrom("evaluation_arrivals")
              .where("project_id", "=", project)
              .where(session.dialect.isIn("id", ids)),
          );
          // Another server has settled one of them.
          if (deleted < ids.length) throw new ArrivalGoneError();
          await queue(session, project, judgments);
        });
        return true;
      } catch (error) {
        if (error instanceof ArrivalGoneError) return false;
        throw error;
      }
    },

    addBackfilled: (projectId, judgments) =>
      change(projectId, (session, project) =>
        jobs.insertMissing(
          session,
          project,
          judgments.map((judgment) => toJob(judgment, ruleJobs.backfilledJudgment)),
        ),
      ),

    repeatJob: (projectId, { id, kind }, now) =>
      sessions.write(projectId, async (session, project) => {
        const job = await jobs.lock(session, project, id);
        if (job === null) {
          const created = { id, createdAt: now, kind, groupId: null, payload: {}, maxAttempts: maxRepeatedAttempts };
          await jobs.insertMissing(session, project, [{ ...created, ...queuedAt(now) }]);
        } else if (job.endedAt !== null) await jobs.replace(session, project, { ...job, ...queuedAt(now) });
      }),

    spend: (projectId, id, { day, dollars, limit }) =>
      sessions.write(projectId, async (session, project) => {
        await addToDay(session, project, { ruleId: id, day }, {});
        const added = await session.run(
          session.db
            .updateTable("evaluation_rule_days")
            .set(({ eb }) => ({ spent: eb("spent", "+", dollars) }))
            .where("project_id", "=", project)
            .where("rule_id", "=", id)
            .where("day", "=", day)
            .$if(limit !== null, (query) => query.where("spent", "<=", (limit ?? 0) - dollars)),
        );
        return added > 0;
      }),

    retry: (projectId, id, now, limit) =>
      change(projectId, async (session, project) => {
        const failed = await jobs.all(session, project, (query) =>
          query
            .where("group_id", "=", id)
            .where(session.dialect.isIn("kind", judgmentKinds))
            .where("state", "=", "failed")
            .orderBy("id")
            .limit(limit),
        );
        await jobs.replaceAll(
          session,
          project,
          failed.map((job): JobRecord => ({ ...job, ...queuedAt(now) })),
        );
        return failed.length;
      }),
  };
}

/** Counts a judgment. Its transaction stores the score, and `isReplaced` says whether the target had one. */
export function countJudgment(
  session: Session,
  project: number,
  { ruleId, day, isStored }: CountedJudgment,
  isReplaced: boolean,
): Promise<void> {
  const counted = isStored ? { judged: 1, superseded: isReplaced ? 1 : 0 } : { wouldJudge: 1 };
  return addToDay(session, project, { ruleId, day }, counted);
}

async function addToDay(
  session: Session,
  project: number,
  { ruleId, day }: { readonly ruleId: string; readonly day: number },
  { judged = 0, superseded = 0, wouldJudge = 0 }: { judged?: number; superseded?: number; wouldJudge?: number },
): Promise<void> {
  await session.run(
    session.db
      .insertInto("evaluation_rule_days")
      .values({ project_id: project, rule_id: ruleId, day, judged, superseded, would_judge: wouldJudge, spent: 0 })
      .onConflict((on) =>
        on.columns(["project_id", "rule_id", "day"]).doUpdateSet({
          judged: sql<number>`${sql.ref("evaluation_rule_days.judged")} + ${sql.ref("excluded.judged")}`,
          superseded: sql<number>`${sql.ref("evaluation_rule_days.superseded")} + ${sql.ref("excluded.superseded")}`,
          would_judge: sql<number>`${sql.ref("evaluation_rule_days.would_judge")} + ${sql.ref("excluded.would_judge")}`,
        }),
      ),
  );
}

/** Queues judgments. One that exists is due later, or again. */
async function queue(session: Session, project: number, judgments: readonly NewJudgment[]): Promise<void> {
  const ids = judgments.map(({ id }) => id);
  const known = new Map((await jobs.lockBy(session, project, "id", ids)).map(({ record }) => [record.id, record]));
  const added = judgments.filter(({ id }) => !known.has(id)).map((each) => toJob(each, ruleJobs.judgment));
  await jobs.insertMissing(session, project, added);
  const changed = judgments.flatMap((judgment): JobRecord[] => {
    const job = known.get(judgment.id);
    if (job === undefined) return [];
    // A job that is retried, or waits for a budget, keeps that time.
    const dueAt = job.state === "queued" ? Math.max(job.dueAt ?? 0, judgment.dueAt) : judgment.dueAt;
    if (job.state === "queued") return dueAt === job.dueAt ? [] : [{ ...job, dueAt }];
    // A running attempt may not have read the new steps, so its lease ends.
    return [{ ...job, ...queuedAt(dueAt), kind: ruleJobs.judgment }];
  });
  await jobs.replaceAll(session, project, changed);
}

function toJob({ id, ruleId, targetId, createdAt, dueAt }: NewJudgment, kind: string): JobRecord {
  return { id, createdAt, kind, groupId: ruleId, payload: { targetId }, maxAttempts, ...queuedAt(dueAt) };
}

function queuedAt(dueAt: number) {
  return { state: "queued", dueAt, attempts: 0, stops: 0, token: null, endedAt: null, failure: null } as const;
}

interface FigureRow {
  readonly ruleId: string;
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
  readonly due: number | null;
  readonly reason: string | null;
}

function toFigures(rows: readonly FigureRow[], now: number): RuleFigures {
  const judgments = rows.filter(({ kind }) => (judgmentKinds as readonly string[]).includes(kind));
  const countOf = (states: readonly JobState[]): number =>
    judgments.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
  const queued = judgments.filter(({ state }) => state === "queued");
  const due = queued.flatMap((row) => row.due ?? []).filter((time) => time <= now);
  return {
    queuedCount: countOf(["waiting", "queued", "running"]),
    failedCount: countOf(["failed"]),
    oldestDue: due.length === 0 ? null : Math.min(...due),
    pauseReason: queued.find(({ reason }) => reason !== null)?.reason ?? null,
    isBackfilling: rows.some(({ kind, state }) => kind === ruleJobs.backfill && ["queued", "running"].includes(state)),
  };
}

async function requireFreeName(session: Session, project: number, name: string): Promise<void> {
  if ((await rules.findBy(session, project, { name })) !== null)
    throw new ConflictError(`A rule named "${name}" already exists. Choose another name.`);
}

function compiled<Row>(session: Session, query: RawBuilder<unknown>) {
  return query.compile(session.db) as ReturnType<RawBuilder<Row>["compile"]>;
}
