import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";
import { openThreadedStore } from "../../sqlite/open-threaded-store.ts";

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
  other.exec("INSERT INTO step_index_backlog (project_id, created_at, step, parts) VALUES (1, 1, 1, 2)");
  other.exec("BEGIN IMMEDIATE");
  other.exec(`UPDATE step_payloads SET input = '{"content":"laterword"}' WHERE step = 1`);
  const store = await openThreadedStore({ path });
  onTestFinished(() => store.close());
  // While this connection holds the lock, the indexer reads its backlog and waits.
  await setTimeout(500);
  other.exec("COMMIT");
  other.close();
  await expect.poll(async () => (await store.backlog()).search).toBe(0);
  const filters = [{ field: "content", operator: "ilike", value: "laterword" }] as const;
  const { edges } = await store.steps.list("p", { first: 10, filters });
  expect(edges.map(({ node }) => node.id)).toEqual(["a"]);
});

test("continuous writes do not starve the indexes", async () => {
  const store = await openStore();
  let written = 0;
  let backlog = Infinity;
  // Ends when the indexes have most of the written steps. Otherwise, the test times out.
  for (; backlog > written / 2; backlog = (await store.backlog()).search) {
    for (const end = written + 5_000; written < end; written += 100) await store.steps.ingest("p", batch(written));
  }
  expect(backlog).toBeLessThan(written);
});

test("any number of waiting writes takes turns with the indexes", async () => {
  const store = await openStore();
  const starts = Array.from({ length: 350 }, (_, index) => index * 100);
  const longest = await Promise.all(
    starts.map(async (from) => {
      await store.steps.ingest("p", batch(from));
      return (await store.backlog()).search;
    }),
  );
  // The backlog may exceed its limit by the steps of one commit.
  expect(Math.max(...longest)).toBeLessThan(25_000);
});

/** Returns a hundred steps, numbered from `from`. */
function batch(from: number): { id: string; createdAt: number; input: { content: string }; metadata: { n: number } }[] {
  return Array.from({ length: 100 }, (_, index) => from + index).map((n) => ({
    id: `step-${n}`,
    createdAt: n,
    input: { content: `what customer ${n} asks` },
    metadata: { n },
  }));
}

async function openStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-indexer-"));
  const store = await openSqliteStore({ path: join(folder, "threadline.db") });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  return store;
}
