import { expect, test } from "vitest";
import { undistributedTables } from "./undistributed-tables.ts";

const tables = new Set(["steps", "threads", "step_payloads", "scores"]);
const own = "s.project_id = $1";

test.each([
  `SELECT 1 FROM steps s WHERE ${own}`,
  "SELECT 1 FROM steps WHERE id = $1 AND project_id = $2::bigint",
  `SELECT 1 FROM steps s LEFT JOIN threads AS t ON t.project_id = s.project_id AND t.id = s.thread_id WHERE ${own}`,
  `SELECT 1 FROM steps s, threads t WHERE t.project_id = s.project_id AND ${own}`,
  `SELECT s.* FROM unnest($2::text[]) w (id) CROSS JOIN LATERAL
     (SELECT * FROM steps x WHERE x.project_id = $1 AND x.id = w.id OFFSET 0) s
   LEFT JOIN step_payloads p ON p.project_id = s.project_id AND p.step = s.key`,
  `SELECT 1 FROM steps s WHERE ${own} AND NOT EXISTS (SELECT 1 FROM scores c WHERE c.project_id = s.project_id)`,
  `WITH RECURSIVE tree (id) AS (
     SELECT $2 UNION SELECT c.id FROM tree JOIN steps c ON c.project_id = $1 AND c.parent_id = tree.id
   ) SELECT id FROM tree`,
  "WITH old AS (SELECT project_id, id FROM steps WHERE project_id = $1) SELECT 1 FROM old o JOIN scores c ON c.project_id = o.project_id",
  `SELECT 1 FROM steps s JOIN (SELECT project_id, step_id FROM scores UNION ALL SELECT project_id, id FROM scores) c
     ON c.project_id = s.project_id WHERE ${own}`,
  "INSERT INTO steps (project_id, id) VALUES ($1, $2), ($1, $3) ON CONFLICT (project_id, id) DO NOTHING",
  "INSERT INTO steps AS s (project_id, id) SELECT $1, id FROM unnest($2::text[]) AS i (id)",
  "INSERT INTO scores (project_id, id) SELECT s.project_id, s.id FROM steps s WHERE s.project_id = $1",
  "UPDATE threads t SET name = (SELECT max(s.name) FROM steps s WHERE s.project_id = t.project_id) WHERE t.project_id = $1",
  "DELETE FROM steps s USING unnest($1::text[]) k (id) WHERE s.id = k.id AND s.project_id = $2 RETURNING s.id",
  "SELECT 1 FROM projects WHERE id = $1",
  "SET LOCAL jit = off",
])("%s binds the project of each table", async (sql) => {
  expect(await undistributedTables(sql, tables)).toEqual([]);
});

test.each([
  ["SELECT 1 FROM steps WHERE id = $1", ["steps"]],
  ["SELECT ' project_id = 1 ' FROM steps -- WHERE project_id = 1", ["steps"]],
  ["SELECT project_id FROM steps ORDER BY project_id", ["steps"]],
  ["SELECT 1 FROM steps s WHERE s.project_id > $1", ["steps"]],
  ["SELECT 1 FROM steps s WHERE s.project_id = $1 OR s.id = $2", ["steps"]],
  ["SELECT 1 FROM steps s WHERE NOT s.project_id = $1", ["steps"]],
  ["SELECT 1 FROM steps s WHERE s.project_id = ANY($1)", ["steps"]],
  ["SELECT 1 FROM steps s JOIN threads t ON t.id = s.thread_id WHERE s.project_id = $1", ["threads"]],
  ["SELECT 1 FROM steps s JOIN threads t ON t.project_id = s.project_id WHERE s.id = $1", ["steps", "threads"]],
  [
    "SELECT 1 FROM steps s LEFT JOIN threads t ON t.project_id = s.project_id AND s.project_id = $1",
    ["steps", "threads"],
  ],
  [
    "SELECT 1 FROM steps s WHERE EXISTS (SELECT 1 FROM scores c WHERE c.project_id = $1 AND c.project_id = s.project_id)",
    ["steps"],
  ],
  ["SELECT 1 FROM steps s WHERE s.project_id = $1 AND s.id IN (SELECT step_id FROM scores)", ["scores"]],
  ["SELECT (SELECT max(key) FROM steps) FROM threads t WHERE t.project_id = $1", ["steps"]],
  [
    "SELECT 1 FROM unnest($1::text[]) w (id) JOIN LATERAL (SELECT * FROM steps x WHERE x.id = w.id) s ON true",
    ["steps"],
  ],
  ["SELECT id FROM steps WHERE project_id = $1 UNION ALL SELECT id FROM scores", ["scores"]],
  [
    "SELECT 1 FROM (SELECT project_id FROM steps UNION ALL SELECT id FROM scores) c WHERE c.project_id = $1",
    ["scores", "steps"],
  ],
  ["SELECT 1 FROM (SELECT * FROM steps ORDER BY key LIMIT 5) s WHERE s.project_id = $1", ["steps"]],
  ["WITH old AS (SELECT id FROM steps) SELECT 1 FROM old JOIN scores c ON c.project_id = $1", ["steps"]],
  ["INSERT INTO steps (id) SELECT id FROM unnest($1::text[]) AS i (id)", ["steps"]],
  [
    "INSERT INTO steps (project_id, id) SELECT w.project_id, w.id FROM unnest($1::bigint[], $2::text[]) w (project_id, id)",
    ["steps"],
  ],
  ["INSERT INTO steps (project_id, id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", ["steps"]],
  [
    "INSERT INTO steps (project_id, id) VALUES ($1, $2) ON CONFLICT (project_id, id) DO UPDATE SET name = (SELECT max(name) FROM threads)",
    ["threads"],
  ],
  ["UPDATE steps SET name = $1 WHERE id = $2", ["steps"]],
  ["LOCK TABLE projects, steps", ["steps"]],
  ["EXPLAIN SELECT 1 FROM steps", ["steps"]],
  ["UPDATE steps s SET name = c.name FROM scores c WHERE s.project_id = $1 AND c.step_id = s.id", ["scores"]],
  ["DELETE FROM steps x USING unnest($1::text[]) k WHERE x.id = k.id", ["steps"]],
])("%s lacks %j", async (sql, lacking) => {
  expect((await undistributedTables(sql, tables)).toSorted()).toEqual(lacking);
});

test("an unknown kind of statement fails the check", async () => {
  await expect(undistributedTables("TRUNCATE steps", tables)).rejects.toThrow("TruncateStmt");
});
