import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { seedEveryKind } from "../../conformance/seed-every-kind.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-removal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the number of rows of each table that is not empty. */
function rowsOf(path: string): Record<string, number> {
  const file = new DatabaseSync(path, { readOnly: true });
  const tables = file
    .prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE %' AND name NOT LIKE 'sqlite_%'")
    .all() as { name: string }[];
  const counts = tables.map(({ name }) => {
    const { count } = file.prepare(`SELECT count(*) AS count FROM ${name}`).get() as { count: number };
    return [name, count] as const;
  });
  file.close();
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

test("no table keeps a row of a deleted project, and the removal continues after a restart", async () => {
  const path = join(await createFolder(), "threadline.db");
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "kept", name: "kept", createdAt: 0 });
  const before = rowsOf(path);
  await store.projects.create({ id: "p", name: "p", createdAt: 0 });
  await seedEveryKind(store, "p");
  const many = Array.from({ length: 900 }, (_, index) => ({
    id: `many-${index}`,
    createdAt: index,
    tags: ["x"],
    metadata: { plan: "pro" },
    input: "some words",
    threadId: `thread-${index}`,
  }));
  await store.steps.ingest("p", many);
  await store.analytics.settle();
  await store.projects.delete("p", 9);
  await store.close();

  const again = await openSqliteStore({ path });
  await again.projects.settle();
  expect(await again.files.leftOver(5)).toEqual(["k"]);
  await again.files.forgetLeftOver(["k"]);
  // Words that no step contains any more are removed in the background.
  const shadow = /^(step_words_(config|data|idx)|search_word|word_sweeps|rollup_marks$)/;
  const left = Object.entries(rowsOf(path)).filter(([name]) => !shadow.test(name));
  // Only the fact that the project existed is kept.
  expect(Object.fromEntries(left)).toEqual({
    ...Object.fromEntries(Object.entries(before).filter(([name]) => !shadow.test(name))),
    deleted_projects: 1,
  });
  await again.close();
});
