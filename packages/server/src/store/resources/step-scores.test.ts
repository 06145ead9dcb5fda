import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "../session/sqlite/database.ts";
import { SqliteSessions } from "../session/sqlite/sqlite-sessions.ts";
import { compile } from "../session/session.ts";
import { creation } from "../sqlite/schema.ts";
import { findStepScores } from "./step-scores.ts";

/**
 * Finds the newest two scores of the steps of a thread. Returns their keys, and the indexes of scores and steps in the
 * order in which the query uses them.
 */
async function find({ steps, scores }: { readonly steps: number; readonly scores: number }) {
  const handle = new DatabaseSync(":memory:");
  onTestFinished(() => handle.close());
  for (const statement of creation) handle.exec(statement);
  handle.exec(`
    INSERT INTO threads (key, project_id, id, created_at, counted_steps, priced_steps, last_activity)
    VALUES (1, 1, 't', 0, 0, 0, 0), (2, 1, 'u', 0, 0, 0, 0)`);
  const step = handle.prepare(
    "INSERT INTO steps (project_id, id, created_at, thread, type) VALUES (1, ?, 0, ?, 'run')",
  );
  for (let index = 0; index < steps; index += 1) step.run(`s${index}`, index % 2 === 0 ? 1 : 2);
  const score = handle.prepare(`
    INSERT INTO scores (key, project_id, id, created_at, updated_at, name, type, value, step_id, generation_id)
    VALUES (?, 1, ?, ?, 0, 'good', 'HUMAN', 1, ?, ?)`);
  for (let key = 1; key <= scores; key += 1) {
    const id = `s${key}`;
    score.run(key, `score${key}`, key, key % 3 === 0 ? null : id, key % 3 === 1 ? null : id);
  }
  const reads: string[] = [];
  const keys = await new SqliteSessions(new Database(handle)).readKey(1, async (session) => {
    const all = session.all.bind(session);
    session.all = (query) => {
      const { sql, parameters } = compile(query);
      const plan = handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(parameters as (string | number)[]));
      reads.push(
        ...plan.flatMap(({ detail }) => /\w+_by_(thread|step|generation)|\w+_steps_1/.exec(String(detail))?.[0] ?? []),
      );
      return all(query);
    };
    const found = await findStepScores(session, 1, ["t"], { first: 2 });
    return found.map(({ key }) => key);
  });
  return { keys, reads };
}

test("if a project has fewer scores than its threads have steps, its scores are read, and otherwise the steps", async () => {
  const byScore = ["scores_by_step", "sqlite_autoindex_steps_1", "scores_by_generation", "sqlite_autoindex_steps_1"];
  expect(await find({ steps: 200, scores: 7 })).toEqual({ keys: [6, 4], reads: byScore });
  const byStep = ["steps_by_thread", "scores_by_step", "steps_by_thread", "scores_by_generation"];
  expect(await find({ steps: 20, scores: 7 })).toEqual({ keys: [6, 4], reads: byStep });
});
