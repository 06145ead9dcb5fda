import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { compareDerived } from "../src/derived.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-derived-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openSqliteStore({ path: join(folder, "threadline.db") });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  const createdAt = Date.now();
  await store.steps.ingest("p", [
    {
      id: "a",
      createdAt,
      name: "n",
      threadId: "t",
      input: { content: "one" },
      metadata: { plan: "free" },
      tags: ["x"],
    },
    { id: "b", createdAt, name: "n", threadId: "t", input: { content: "two" }, metadata: { plan: "pro" } },
  ]);
  await store.analytics.settle();
  await expect.poll(async () => (await store.backlog()).search).toBe(0);
  await store.close();
  return folder;
}

test("correctly derived data equals a recount", async () => {
  expect(await compareDerived(await makeFolder())).toEqual([]);
});

test.for([
  ["a word", "DELETE FROM step_words WHERE rowid = 1", "words of steps"],
  ["a value of metadata", "DELETE FROM step_attributes WHERE step = 1", "values of metadata"],
  ["a tag", "DELETE FROM record_tags", "tags"],
  ["a sum", "DELETE FROM rollups WHERE dimension = 0", "sums by time"],
] as const)("planted bug: the loss of %s is caught", async ([, sql, difference]) => {
  const folder = await makeFolder();
  const database = new DatabaseSync(join(folder, "threadline.db"));
  database.exec(sql);
  database.close();
  expect(await compareDerived(folder)).toContain(difference);
});
