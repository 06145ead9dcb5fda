import { type RawBuilder, sql } from "kysely";
import { limitReached, nameTaken } from "../errors.ts";
import type { CountedJudgment, EvaluationRuleStore, StepPlace } from "../evaluation-rules.ts";
import { evaluationArrivals, evaluationRuleDays, evaluationRules } from "../schema/evaluation-rules.ts";
import { type RecordQuery, RecordTable } from "../session/record-table.ts";
import type { ProjectJob, Session, Sessions } from "../session/session.ts";
import {
  endJobsOfRule,
  queueBackfilled,
  queueJudgments,
  readFigures,
  retryJudgments,
  wakeJudgments,
  wakeNextJudgment,
} from "./judgment-jobs.ts";
import { repeatJob } from "./repeat-job.ts";

const msPerDay = 86_400_000;
/** Dollars by which the spending of a day may exceed the daily limit, because sums of fractions are not exact. */
const tolerance = 1e-9;

const rules = new RecordTable(evaluationRules);
const arrivals = new RecordTable(evaluationArrivals);

/**
 * Thrown to roll back the deletion of rows of `evaluation_arrivals`, if another server has already deleted one of them.
 */
class ArrivalGoneError extends Error {
  override readonly name = "ArrivalGoneError";
}

export function createEvaluationRuleStore(sessions: Sessions): EvaluationRuleStore {
  /**
   * Runs a transaction that changes the names or jobs of rules. Waits until no other such transaction of the project
   * runs.
   */
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
        if (count >= limit) throw limitReached("rules", { count, limit });
        await rules.insert(session, project, rule);
        return rule;
      }),

    replace: (projectId, rule) =>
      change(projectId, async (session, project) => {
        const before = await rules.lock(session, project, rule.id);
        if (before === null) return null;
        if (rule.name !== before.name) await requireFreeName(session, project, rule.name);
        await rules.replace(session, project, rule);
        const end = rule.target === before.target ? wakeJudgments : endJobsOfRule;
        await end(session, project, rule.id, rule.updatedAt);
        return rule;
      }),

    delete: (projectId, id, now) =>
      change(projectId, async (session, project) => {
        const rule = await rules.delete(session, project, id);
        if (rule === null) return null;
        await endJobsOfRule(session, project, id, now);
        await session.run(
          session.db.deleteFrom("evaluation_rule_days").where("project_id", "=", project).where("rule_id", "=", id),
        );
        return rule;
      }),

    figures: (projectId, ids, now) =>
      sessions.read(projectId, async (session, project) => {
        const [oldest] = await arrivals.all(session, project, oldestFirst(1));
        const figures = await readFigures(session, project, ids, now);
        return figures.map((each) => ({ ...each, oldestArrival: oldest?.createdAt ?? null }));
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

    oldestArrival: () =>
      sessions.readInstallation(async (session) => {
        const query = session.db
          .selectFrom("evaluation_arrivals")
          .select(({ fn }) => fn.min<number | null>("created_at").as("oldest"));
        return (await session.get(query))?.oldest ?? null;
      }),

    arrivals: (projectId, limit) =>
      sessions.read(projectId, (session, project) => arrivals.all(session, project, oldestFirst(limit))),

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
          // Another server has already processed one of the arrivals.
          if (deleted < ids.length) throw new ArrivalGoneError();
          await queueJudgments(session, project, judgments);
        });
        return true;
      } catch (error) {
        if (error instanceof ArrivalGoneError) return false;
        throw error;
      }
    },

    addBackfilled: (projectId, judgments) =>
      change(projectId, (session, project) => queueBackfilled(session, project, judgments)),

    repeatJob: (projectId, job, now) =>
      sessions.write(projectId, (session, project) => repeatJob(session, project, job, now)),

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
            .$if(limit !== null, (query) => query.where("spent", "<=", (limit ?? 0) - dollars + tolerance)),
        );
        return added > 0;
      }),

    settleSpending: (projectId, id, { day, dollars, now }) =>
      sessions.write(projectId, async (session, project) => {
        await addToDay(session, project, { ruleId: id, day }, { spent: dollars });
        const after = (day + 1) * msPerDay;
        if (dollars < 0) await wakeNextJudgment(session, project, { ruleId: id, now, after });
      }),

    retry: (projectId, ruleId, now, limit) =>
      change(projectId, (session, project) => retryJudgments(session, project, { ruleId, now, limit })),
  };
}

/**
 * Counts a judgment, in the transaction that stores its score. `isReplaced`: whether this score replaces an earlier
 * one.
 */
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
  {
    judged = 0,
    superseded = 0,
    wouldJudge = 0,
    spent = 0,
  }: { judged?: number; superseded?: number; wouldJudge?: number; spent?: number },
): Promise<void> {
  await session.run(
    session.db
      .insertInto("evaluation_rule_days")
      .values({ project_id: project, rule_id: ruleId, day, judged, superseded, would_judge: wouldJudge, spent })
      .onConflict((on) =>
        on.columns(["project_id", "rule_id", "day"]).doUpdateSet({
          judged: sql<number>`${sql.ref("evaluation_rule_days.judged")} + ${sql.ref("excluded.judged")}`,
          superseded: sql<number>`${sql.ref("evaluation_rule_days.superseded")} + ${sql.ref("excluded.superseded")}`,
          would_judge: sql<number>`${sql.ref("evaluation_rule_days.would_judge")} + ${sql.ref("excluded.would_judge")}`,
          spent: sql<number>`${sql.ref("evaluation_rule_days.spent")} + ${sql.ref("excluded.spent")}`,
        }),
      ),
  );
}

function oldestFirst(limit: number) {
  return (query: RecordQuery<"evaluation_arrivals">): RecordQuery<"evaluation_arrivals"> =>
    query.orderBy(sql.ref("key")).limit(limit);
}

async function requireFreeName(session: Session, project: number, name: string): Promise<void> {
  if ((await rules.findBy(session, project, { name })) !== null) throw nameTaken("A rule", name);
}

function compiled<Row>(session: Session, query: RawBuilder<unknown>) {
  return query.compile(session.db) as ReturnType<RawBuilder<Row>["compile"]>;
}
