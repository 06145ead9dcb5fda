import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Database } from "../../session/sqlite/database.ts";
import { creation } from "../../sqlite/schema.ts";
import { isScoreOf } from "./score-joins.ts";

test("the scores of a step, by any name, are found by the indexes of their subjects", () => {
  const handle = new DatabaseSync(":memory:");
  for (const statement of creation) handle.exec(statement);
  const condition = `EXISTS (SELECT 1 FROM scores c WHERE ${isScoreOf("r.project_id", "r.id")} AND c.value > 2)`;
  const plan = new Database(handle).all<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT r.key FROM steps r WHERE r.project_id = 1 AND ${condition}`,
  );
  const lookups = plan.map(({ detail }) => detail).filter((detail) => /scores/.test(detail));
  expect(lookups).toEqual([
    expect.stringContaining("scores_by_step (project_id=? AND step_id=?)"),
    expect.stringContaining("scores_by_generation (project_id=? AND generation_id=?)"),
  ]);
  handle.close();
});
