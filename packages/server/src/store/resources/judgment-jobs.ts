import { sql } from "kysely";
import {
  type BackfilledJudgment,
  type EvaluationRuleRecord,
  type NewJudgment,
  type RuleFigures,
  ruleJobs,
} from "../evaluation-rules.ts";
import type { JobRecord, JobState } from "../jobs.ts";
import { evaluationRules } from "../schema/evaluation-rules.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { scores as scoreTable } from "../schema/recorded.ts";
import { groupBy } from "../session/group-by.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

/** Maximum number of attempts of a judgment. The retry delays usually add up to one to two and a half hours. */
const maxAttempts = 12;

const judgmentKinds: readonly string[] = [ruleJobs.judgment, ruleJobs.backfilledJudgment];
const openStates: readonly JobState[] = ["waiting", "queued", "running"];

const jobs = new RecordTable(jobTable);
const rules = new RecordTable(evaluationRules);
const scores = new RecordTable(scoreTable);

export async function queueJudgments(
  session: Session,
  project: number,
  judgments: readonly NewJudgment[],
): Promise<void> {
  if (judgments.length === 0) return;
  const current = await currentOnes(session, project, judgments);
  const ids = current.map(({ id }) => id);
  const known = new Map((await jobs.lockBy(session, project, "id", ids)).map(({ record }) => [record.id, record]));
  const added = current.filter(({ id }) => !known.has(id)).map((each) => toJob(each, ruleJobs.judgment));
  await jobs.insertMissing(session, project, added);
  const changed = current.flatMap((judgment): JobRecord[] => {
    const job = known.get(judgment.id);
    if (job === undefined) return [];
    const next = toJob(judgment, ruleJobs.judgment);
    // A job that is running or has ended may not have read the new steps, so it is queued again. If the job is running,
    // it loses its lease.
    if (job.state !== "queued") return [next];
    // A job that waits for a retry or a budget keeps its due time, if that is later.
    return [{ ...job, payload: next.payload, dueAt: Math.max(job.dueAt ?? 0, judgment.dueAt) }];
  });
  await jobs.replaceAll(session, project, changed);
}

export async function queueBackfilled(
  session: Session,
  project: number,
  judgments: readonly BackfilledJudgment[],
): Promise<void> {
  const current = await currentOnes(session, project, judgments);
  const ids = current.map(({ id }) => id);
  const known = new Map((await jobs.lockBy(session, project, "id", ids)).map(({ record }) => [record.id, record]));
  // No score can be stored between this read and the writes below. The jobs are locked, and a score is stored only in
  // the transaction that ends its job.
  const stored = await scores.getMany(
    session,
    project,
    current.map(({ scoreId }) => scoreId),
  );
  const missing = current.filter((_, index) => stored[index] === null);
  await jobs.insertMissing(session, project, missing.filter(({ id }) => !known.has(id)).map(toPast));
  // Jobs that have ended without a score of this evaluator version are queued again. For example, such a job was a dry
  // run, used another version, or failed.
  const ended = missing.filter(({ id }) => (known.get(id)?.endedAt ?? null) !== null);
  await jobs.replaceAll(session, project, ended.map(toPast));
}

export async function retryJudgments(
  session: Session,
  project: number,
  { ruleId, now, limit }: { readonly ruleId: string; readonly now: number; readonly limit: number },
): Promise<number> {
  const failed = await jobs.all(session, project, (query) =>
    query
      .where("group_id", "=", ruleId)
      .where(session.dialect.isIn("kind", judgmentKinds))
      .where("state", "=", "failed")
      .where("ended_at", "<", now)
      .orderBy("id")
      .limit(limit),
  );
  await jobs.replaceAll(
    session,
    project,
    failed.map((job): JobRecord => ({ ...job, ...queuedAt(now) })),
  );
  return failed.length;
}

/** Makes all judgments of a rule due now, if they wait for a limit or for a retry. */
export async function wakeJudgments(session: Session, project: number, ruleId: string, now: number): Promise<void> {
  await session.run(
    session.db
      .updateTable("jobs")
      .set({ due_at: now })
      .where("project_id", "=", project)
      .where("group_id", "=", ruleId)
      .where(session.dialect.isIn("kind", judgmentKinds))
      .where("state", "=", "queued")
      .where("failure", "is not", null)
      .where("due_at", ">", now),
  );
}

/**
 * Makes one judgment of a rule due now. Selects a judgment that was postponed to `after` or a later time, because of a
 * limit or for a retry.
 */
export async function wakeNextJudgment(
  session: Session,
  project: number,
  { ruleId, now, after }: { readonly ruleId: string; readonly now: number; readonly after: number },
): Promise<void> {
  const [next] = await jobs.all(session, project, (query) =>
    session.dialect.forUpdateUnlocked(
      query
        .where("group_id", "=", ruleId)
        .where(session.dialect.isIn("kind", judgmentKinds))
        .where("state", "=", "queued")
        .where("failure", "is not", null)
        .where("due_at", ">=", after)
        .limit(1),
    ),
  );
  if (next !== undefined) await jobs.replace(session, project, { ...next, dueAt: now });
}

export async function endJobsOfRule(session: Session, project: number, ruleId: string, now: number): Promise<void> {
  await session.run(
    session.db
      .updateTable("jobs")
      .set({ state: "superseded", due_at: null, token: null, ended_at: now })
      .where("project_id", "=", project)
      .where("group_id", "=", ruleId)
      .where("ended_at", "is", null),
  );
}

interface FigureRow {
  readonly ruleId: string;
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
  readonly due: number | null;
  readonly reason: string | null;
}

export async function readFigures(
  session: Session,
  project: number,
  ids: readonly string[],
  now: number,
): Promise<Omit<RuleFigures, "oldestArrival">[]> {
  const states = [...openStates, "failed"];
  const query = sql<FigureRow>`SELECT group_id AS "ruleId", kind, state, count(*) AS count, min(due_at) AS due,
      max(CASE WHEN due_at > ${now} THEN failure END) AS reason
    FROM jobs WHERE project_id = ${project} AND ${session.dialect.isIn("group_id", ids)}
      AND ${session.dialect.isIn("state", states)}
    GROUP BY group_id, kind, state`;
  const rows = await session.all(query.compile(session.db));
  return groupBy(ids, rows, ({ ruleId }) => ruleId).map((own) => toFigures(own, now));
}

function toFigures(rows: readonly FigureRow[], now: number): Omit<RuleFigures, "oldestArrival"> {
  const judgments = rows.filter(({ kind }) => judgmentKinds.includes(kind));
  const countOf = (states: readonly JobState[]): number =>
    judgments.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
  const queued = judgments.filter(({ state }) => state === "queued");
  const due = queued.flatMap((row) => row.due ?? []).filter((time) => time <= now);
  return {
    queuedCount: countOf(openStates),
    failedCount: countOf(["failed"]),
    oldestDue: due.length === 0 ? null : Math.min(...due),
    pauseReason: queued.find(({ reason }) => reason !== null)?.reason ?? null,
    isBackfilling: rows.some(({ kind, state }) => kind === ruleJobs.backfill && openStates.includes(state)),
  };
}

/** Returns the judgments whose rule still exists and still judges the same kind of target. */
async function currentOnes<Judgment extends NewJudgment>(
  session: Session,
  project: number,
  judgments: readonly Judgment[],
): Promise<Judgment[]> {
  const ids = [...new Set(judgments.map(({ ruleId }) => ruleId))];
  const found = (await rules.getMany(session, project, ids)).filter((rule) => rule !== null);
  const targets = new Map(found.map(({ id, target }: EvaluationRuleRecord) => [id, target]));
  return judgments.filter(({ ruleId, target }) => targets.get(ruleId) === target);
}

function toPast(judgment: NewJudgment): JobRecord {
  return toJob(judgment, ruleJobs.backfilledJudgment);
}

function toJob({ id, ruleId, targetId, createdAt, arrivedAt, dueAt }: NewJudgment, kind: string): JobRecord {
  return { id, createdAt, kind, groupId: ruleId, payload: { targetId, arrivedAt }, maxAttempts, ...queuedAt(dueAt) };
}

export function queuedAt(
  dueAt: number,
): Pick<JobRecord, "attempts" | "dueAt" | "endedAt" | "failure" | "state" | "stops" | "token"> {
  return { state: "queued", dueAt, attempts: 0, stops: 0, token: null, endedAt: null, failure: null };
}
