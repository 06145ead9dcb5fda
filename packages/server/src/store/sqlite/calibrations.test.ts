import { expect, test } from "vitest";
import { createCalibrationStore } from "../resources/calibrations.ts";
import { SqliteSessions } from "../session/sqlite/sqlite-sessions.ts";
import { openDatabase } from "./open-database.ts";

test("the scores of an evaluator version are found without reading other scores", async () => {
  const database = openDatabase(":memory:");
  database.handle.exec("INSERT INTO projects (id, name, created_at, requires_second_factor) VALUES ('p', 'p', 1, 0)");
  const statements: string[] = [];
  const all = database.all.bind(database);
  database.all = (sql, ...parameters) => {
    if (sql.includes("scores")) statements.push(sql);
    return all(sql, ...parameters);
  };
  const calibrations = createCalibrationStore(new SqliteSessions(database));
  const version = { id: "v", scoreName: "tone", target: "STEP" } as const;
  await calibrations.values("p", "v", { from: null, until: null }, 10);
  await calibrations.values("p", "v", { from: 1, until: 2 }, 10);
  await calibrations.unlabeled("p", version, { from: 1, until: 2, passes: null, window: 10, limit: 10 });

  expect(statements).toHaveLength(3);
  for (const sql of statements) {
    const parameters = Array<null>(sql.split("?").length - 1).fill(null);
    const plan = all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => detail);
    expect(plan.find((detail) => detail.startsWith("SEARCH scores"))).toMatch(
      /scores_by_evaluator_version \(project_id=\? AND evaluator_version_id=\?/,
    );
  }
  database.handle.close();
});
