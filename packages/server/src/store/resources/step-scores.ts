import { type RawBuilder, sql } from "kysely";
import type { Session } from "../session/session.ts";

/** A score of a step by its key, with the id of the step's thread. */
export interface StepScore {
  readonly thread: string;
  readonly key: number;
}

type SubjectColumn = "step_id" | "generation_id";

/** Maximum number of scores that are read to find those of some threads. */
const maxScores = 50_000;
/** Number of steps whose scores are found in the time in which the thread of one score is found. */
const stepsPerScore = 4;

/**
 * Finds the newest scores of the steps of some threads, newest first, at most `first` of each thread. A long thread has
 * many steps, but often few scores.
 */
export async function findStepScores(
  session: Session,
  project: number,
  threadIds: readonly string[],
  { first, names }: { readonly first: number; readonly names?: readonly string[] | undefined },
): Promise<StepScore[]> {
  const { dialect } = session;
  const isStep = sql`
    t.project_id = ${project} AND ${dialect.isIn("t.id", threadIds)} AND ${sql.raw(dialect.isStepOfThread)}`;
  const isScore = (column: SubjectColumn): RawBuilder<unknown> => sql`
    c.project_id = ${project} AND ${sql.ref(`c.${column}`)} IS NOT NULL
    ${names === undefined ? sql`` : sql`AND ${dialect.isIn("c.name", names)}`}`;

  const count = async (rows: RawBuilder<unknown>, limit: number): Promise<number> => {
    const query = sql<{ readonly found: number }>`
      SELECT count(*) AS found FROM (SELECT 1 FROM ${rows} LIMIT ${limit})`;
    return (await session.get(query.compile(session.db)))?.found ?? 0;
  };
  // SQLite has no statistics, and joins tables in the given order. PostgreSQL chooses the order itself.
  const readsScores = async (column: SubjectColumn): Promise<boolean> => {
    if (dialect.name !== "sqlite") return false;
    const scores = await count(sql`scores c WHERE ${isScore(column)}`, maxScores + 1);
    const steps = scores * stepsPerScore;
    return scores <= maxScores && (await count(sql`threads t CROSS JOIN steps s WHERE ${isStep}`, steps)) === steps;
  };
  const scoresOf = async (column: SubjectColumn): Promise<RawBuilder<unknown>> => sql`
    SELECT t.id AS thread, c.key AS key, c.created_at AS created_at
    FROM ${
      (await readsScores(column))
        ? sql`scores c CROSS JOIN steps s ON s.project_id = ${project} CROSS JOIN threads t`
        : sql`threads t CROSS JOIN steps s CROSS JOIN scores c`
    }
    WHERE ${isStep} AND ${isScore(column)} AND ${sql.ref(`c.${column}`)} = s.id`;

  const query = sql<StepScore>`
    SELECT thread, key FROM (
      SELECT thread, key, created_at,
        row_number() OVER (PARTITION BY thread ORDER BY created_at DESC, key DESC) AS place
      FROM (${await scoresOf("step_id")} UNION ${await scoresOf("generation_id")}) f) n
    WHERE place <= ${first} ORDER BY created_at DESC, key DESC`;
  return session.all(query.compile(session.db));
}
