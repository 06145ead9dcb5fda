import { expect, test } from "vitest";
import { createFileStore } from "../resources/files.ts";
import { SqliteSessions } from "../session/sqlite/sqlite-sessions.ts";
import { openDatabase } from "./open-database.ts";

test("leftover files are found and forgotten without a scan of all other files", async () => {
  const database = openDatabase(":memory:");
  database.handle.exec(`
    INSERT INTO projects (id, name, created_at, requires_second_factor) VALUES ('p', 'p', 1, 0);
    INSERT INTO deleted_projects (key, deleted_at, is_freed, has_files) VALUES (9, 1, 0, 1)`);
  const statements = new Set<string>();
  const [all, get, run] = [database.all.bind(database), database.get.bind(database), database.run.bind(database)];
  database.all = (sql, ...parameters) => all(sql.startsWith("EXPLAIN") ? sql : note(sql), ...parameters);
  database.get = (sql, ...parameters) => get(note(sql), ...parameters);
  database.run = (sql, ...parameters) => run(note(sql), ...parameters);
  function note(sql: string): string {
    statements.add(sql);
    return sql;
  }

  const files = createFileStore(new SqliteSessions(database));
  await files.leftOver(10);
  await files.forgetLeftOver(["a"]);

  const ofFiles = [...statements].filter((sql) => /(from|exists \(select "key" from) "files"/.test(sql));
  expect(ofFiles).toHaveLength(5);
  for (const sql of ofFiles) {
    const parameters = Array<null>(sql.split("?").length - 1).fill(null);
    const plan = all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => detail);
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH files USING (COVERING )?INDEX .*\(project_id=\?/));
    // There is a partial index for the leftover files of existing projects.
    expect(plan.join()).toContain(sql.includes("left_over") ? "files_left_over" : "sqlite_autoindex_files_1");
  }
  database.handle.close();
});
