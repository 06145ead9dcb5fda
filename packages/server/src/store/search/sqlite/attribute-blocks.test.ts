import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";

const count = 3_500;

/** Opens a store with {@link count} steps, each with a unique id in its metadata, and read access to its file. */
async function openFilledStore() {
  const folder = await mkdtemp(join(tmpdir(), "threadline-blocks-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  const store = await openSqliteStore({ path });
  onTestFinished(() => store.close());
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  for (let from = 0; from < count; from += 500) {
    const steps = Array.from({ length: 500 }, (_, index) => ({
      id: `s${from + index}`,
      createdAt: from + index,
      metadata: { requestId: `Request-${from + index}-É`, plan: "free", inner: { number: from + index } },
    }));
    await store.steps.ingest("p", steps);
  }
  await settle(store);
  const file = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => file.close());
  const read = (sql: string): unknown[] =>
    file
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  return { store, read };
}

const settle = (store: Store) => expect.poll(async () => (await store.backlog()).search).toBe(0);

async function find(store: Store, path: string, value: string): Promise<string[]> {
  const filters = [{ field: "metadata", operator: "ilike", value, path }] as const;
  const { edges } = await store.steps.list("p", { first: 100, filters });
  expect(await store.steps.count("p", { filters })).toBe(edges.length);
  return edges.map(({ node }) => node.id);
}

test("a part of a value is found in blocks, after them, and in changes within them", async () => {
  const { store, read } = await openFilledStore();
  expect(read("SELECT count(*) FROM attribute_blocks WHERE texts LIKE '%request-%'")).toEqual([2]);
  expect(read("SELECT texts FROM attribute_blocks WHERE texts LIKE 'free%'")).toEqual(["free", "free"]);
  expect(await find(store, "requestId", "REQUEST-7-")).toEqual(["s7"]);
  expect(await find(store, "requestId", "st-1500-é")).toEqual(["s1500"]);
  expect(await find(store, "requestId", "quest-3499")).toEqual(["s3499"]);
  expect(await find(store, "requestId", "nothing")).toEqual([]);
  expect(await find(store, "inner.number", "1234")).toEqual(["s1234"]);
  // A path to an object does not narrow the search, so each step is tested.
  expect(await find(store, "inner", '"number":77}')).toEqual(["s77"]);

  await store.steps.ingest("p", [{ id: "s7", createdAt: 9, metadata: { requestId: "another", late: true } }]);
  await store.steps.ingest("p", [{ id: "s8", createdAt: 9, metadata: { requestId: { nested: "deep" } } }]);
  expect(await find(store, "requestId", "request-7-")).toEqual([]);
  await settle(store);
  expect(await find(store, "requestId", "anoth")).toEqual(["s7"]);
  expect(await find(store, "requestId", "deep")).toEqual(["s8"]);
  expect(await find(store, "requestId", "request-9-")).toEqual(["s9"]);
});

test("a removed value is not found, and its block is rebuilt", async () => {
  const { store, read } = await openFilledStore();
  const left = "SELECT count(*) FROM attribute_blocks WHERE texts LIKE '%request-12-%'";
  expect(read(left)).toEqual([1]);
  await store.steps.ingest("p", [{ id: "s13", createdAt: 9, metadata: null }]);
  await store.steps.delete("p", "s12", 10);
  expect(read(left)).toEqual([0]);
  await expect.poll(() => read("SELECT count(*) FROM attribute_blocks WHERE is_outdated")).toEqual([0]);
  expect(read("SELECT count(*) FROM attribute_blocks WHERE texts LIKE '%request-11-%'")).toEqual([1]);
  expect(read("SELECT count(*) FROM attribute_blocks WHERE texts LIKE '%request-13-%'")).toEqual([0]);
  expect(await find(store, "requestId", "request-12-")).toEqual([]);
  expect(await find(store, "requestId", "request-11-")).toEqual(["s11"]);
});

test("the blocks of a deleted project are deleted", async () => {
  const { store, read } = await openFilledStore();
  await store.projects.create({ id: "other", name: "other", createdAt: 1 });
  await store.projects.delete("p", 10);
  await store.projects.settle();
  expect(read("SELECT count(*) FROM attribute_blocks")).toEqual([0]);
});
