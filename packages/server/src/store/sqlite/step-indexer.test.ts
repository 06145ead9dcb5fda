import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { openThreadedStore } from "./open-threaded-store.ts";

test("a step that another process changes while it is about to be indexed is found by its new text", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-indexer-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  const first = await openSqliteStore({ path });
  await first.projects.create({ id: "p", name: "p", createdAt: 1 });
  await first.steps.ingest("p", [{ id: "a", createdAt: 1, input: { content: "earlier" } }]);
  await expect.poll(async () => (await first.backlog()).search).toBe(0);
  await first.close();

  const other = new DatabaseSync(path);
  other.exec("INSERT INTO stepIndexBacklog (project, createdAt, step, parts) VALUES (1, 1, 1, 2)");
  other.exec("BEGIN IMMEDIATE");
  other.exec(`UPDATE stepPayloads SET input = '{"content":"laterword"}' WHERE step = 1`);
  const store = await openThreadedStore({ path });
  onTestFinished(() => store.close());
  // It looks at what is to be indexed meanwhile, and waits for the lock.
  await setTimeout(500);
  other.exec("COMMIT");
  other.close();
  await expect.poll(async () => (await store.backlog()).search).toBe(0);
  const filters = [{ field: "content", operator: "ilike", value: "laterword" }] as const;
  const { edges } = await store.steps.list("p", { first: 10, filters });
  expect(edges.map(({ node }) => node.id)).toEqual(["a"]);
});
