import { expect, test } from "vitest";
import { unroutedForms } from "./unrouted-statements.ts";

const tables = new Set(["steps", "threads", "rollup_queue"]);

test.each([
  "SET LOCAL threadline.project_id = '5'",
  "BEGIN; SELECT set_config('jit', 'off', true)",
  "SELECT 1 FROM unnest($2::text[]) w (id) CROSS JOIN LATERAL (SELECT * FROM steps x WHERE x.project_id = $1 AND x.id = w.id OFFSET 0) s",
  "SELECT 1 FROM steps s WHERE s.project_id = $1 AND EXISTS (SELECT 1 FROM threads t WHERE t.project_id = s.project_id)",
  "INSERT INTO steps (project_id, id) VALUES ($1, $2)",
  "INSERT INTO steps (project_id, id) VALUES ($1, unnest($2::text[])) ON CONFLICT DO NOTHING",
  "INSERT INTO projects (name) SELECT $1",
  "SELECT CASE WHEN s.id = $2 THEN 1 END FROM steps s WHERE s.project_id = $1",
  "UPDATE projects SET name = $1 WHERE key = $2",
  "SELECT 1 FROM steps s WHERE s.project_id = $1 AND (NOT coalesce((s.id = $2), FALSE) OR EXISTS (SELECT 1 FROM (SELECT nullif(split_part(t.id, E'\\n', 1), '') AS id FROM threads t WHERE t.project_id = $1 AND t.id = s.id OFFSET 0) x WHERE x.id = $3))",
])("Citus runs %s", async (sql) => {
  expect(await unroutedForms(sql, tables)).toEqual([]);
});

test.each([
  ["BEGIN; SET LOCAL threadline.project_id = '5'", "several statements with SET LOCAL in one text"],
  [
    "SELECT 1 FROM steps s, LATERAL (SELECT * FROM threads t WHERE t.project_id = s.project_id OFFSET 0) x WHERE s.project_id = $1",
    "project bound only to an outer column below OFFSET",
  ],
  ["INSERT INTO rollup_queue (project_id) SELECT project_id FROM steps WHERE project_id = $1", "INSERT of a query"],
  ["INSERT INTO steps (project_id, id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING", "INSERT of a query"],
  ["WITH i AS (INSERT INTO steps (project_id) SELECT $1 RETURNING id) SELECT id FROM i", "INSERT of a query"],
  ["SELECT CASE s.id WHEN $2 THEN 1 END FROM steps s WHERE s.project_id = $1", "CASE of a value"],
  [
    "UPDATE projects SET name = $1 WHERE NOT EXISTS (SELECT 1 FROM steps WHERE project_id = $2)",
    "change of a table outside of projects that reads one of a project",
  ],
])("Citus rejects or does not route %s", async (sql, form) => {
  expect(await unroutedForms(sql, tables)).toEqual([form]);
});
