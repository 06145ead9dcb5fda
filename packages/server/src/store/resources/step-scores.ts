import { type RawBuilder, sql } from "kysely";
import type { Session } from "../session/session.ts";

/** A score of a step by its key, with the id of the step's thread. */
export interface StepScore {
  readonly thread: string;
  readonly key: number;
}

type SubjectColumn = "step_id" | "generation_id";

/** SQLite finds the scores of this many steps in the time in which it finds the thread of one score. */
const stepsPerScore = 4;
/** Maximum number of steps that are counted. */
const maxSteps = 200_000;

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
  const isOf = (column: SubjectColumn): RawBuilder<unknown> =>
    sql`c.project_id = ${project} AND ${sql.ref(`c.${column}`)} IS NOT NULL`;
  const hasName = names === undefined ? sql`TRUE` : dialect.isIn("c.name", names);

  const count = async (rows: RawBuilder<unknown>, limit: number): Promise<number> => {
    const query = sql<{ readonly found: number }>`
      SELECT count(*) AS found FROM (SELECT 1 FROM ${rows} LIMIT ${limit})`;
    return (await session.get(query.compile(session.db)))?.found ?? 0;
  };
  // SQLite has no statistics, and joins tables in the given order. PostgreSQL chooses the order itself.
  const steps =
    dialect.name === "sqlite" ? await count(sql`threads t CROSS JOIN steps s WHERE ${isStep}`, maxSteps) : 0;
  const mostScores = Math.floor(steps / stepsPerScore);
  // Counts scores with all names, because no index contains both the step and the name of a score.
  const readsScores = async (column: SubjectColumn): Promise<boolean> =>
    mostScores > 0 && (await count(sql`scores c WHERE ${isOf(column)}`, mostScores + 1)) <= mostScores;
  const scoresOf = async (column: SubjectColumn): Promise<RawBuilder<unknown>> => sql`
    SELECT t.id AS thread, c.key AS key, c.created_at AS created_at
    FROM ${
      (await readsScores(column))
        ? sql`scores c CROSS JOIN steps s ON s.project_id = ${project} CROSS JOIN threads t`
        : sql`threads t CROSS JOIN steps s CROSS JOIN scores c`
    }
    WHERE ${isStep} AND ${isOf(column)} AND ${hasName} AND ${sql.ref(`c.${column}`)} = s.id`;

  const query = sql<StepScore>`
    SELECT thread, key FROM (
      SELECT thread, key, created_at,
        row_number() OVER (PARTITION BY thread ORDER BY created_at DESC, key DESC) AS place
      FROM (${await scoresOf("step_id")} UNION ${await scoresOf("generation_id")}) f) n
    WHERE place <= ${first} ORDER BY created_at DESC, key DESC`;
  return session.all(query.compile(session.db));
}
