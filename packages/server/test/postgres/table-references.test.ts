import { expect, test } from "vitest";
import { tablesWithoutProject } from "./table-references.ts";

const tables = new Set(["steps", "threads", "step_payloads"]);

test.each([
  ["SELECT 1 FROM steps WHERE id = $1", ["steps"]],
  ["SELECT 1 FROM steps s WHERE s.project_id = $1", []],
  ["SELECT 1 FROM steps s JOIN threads t ON t.id = s.thread_id WHERE s.project_id = $1", ["threads"]],
  ["SELECT 1 FROM steps s LEFT JOIN threads AS t ON t.project_id = s.project_id WHERE s.project_id = $1", []],
  ["SELECT ' project_id ' FROM steps -- project_id", ["steps"]],
  ["UPDATE steps SET name = $1 WHERE id = $2", ["steps"]],
  ["INSERT INTO steps (id) SELECT id FROM unnest($1) AS i (id)", ["steps"]],
  ["INSERT INTO steps (project_id, id) VALUES ($1, $2)", []],
  ["INSERT INTO steps AS s (project_id, id) SELECT $1, id FROM unnest($2) AS i (id)", []],
  ["SELECT 1 FROM projects WHERE id = $1", []],
  ["DELETE FROM steps x USING unnest($1) k WHERE x.id = k.id AND project_id = $2", ["steps"]],
])("%s lacks %j", (sql, lacking) => {
  expect(tablesWithoutProject(sql, tables)).toEqual(lacking);
});
