import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "threadline-"));
  store = await openSqliteStore({ path: join(folder, "threadline.db") });
  await store.projects.create({ id: "p", name: "default", createdAt: 1 });
  await store.projects.create({ id: "other", name: "other", createdAt: 2 });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const words = (): string[] => {
  const database = new DatabaseSync(join(folder, "threadline.db"), { readOnly: true });
  const rows = database.prepare("SELECT word FROM search_words ORDER BY word").all();
  database.close();
  return rows.map((row) => String(row["word"]));
};
const soon = (): ReturnType<typeof expect.poll<string[]>> => expect.poll(words);

async function find(value: string): Promise<string[]> {
  const filters = [{ field: "content", operator: "ilike", value }] as const;
  const { edges } = await store.steps.list("p", { first: 10, filters });
  return edges.map(({ node }) => node.id);
}

test("words of deleted and replaced texts are removed, and found again when they are written again", async () => {
  await store.steps.ingest("p", [
    { id: "a", createdAt: 1, input: "shared hunter2" },
    { id: "b", createdAt: 2, input: "shared swordfish" },
    { id: "c", createdAt: 3, input: "plain" },
  ]);
  await soon().toEqual(["hunter2", "plain", "shared", "swordfish"]);
  await store.steps.delete("p", "a", 4);
  await soon().toEqual(["plain", "shared", "swordfish"]);
  await store.steps.ingest("p", [{ id: "b", createdAt: 2, input: "shared [masked]" }]);
  await soon().toEqual(["masked", "plain", "shared"]);

  await store.steps.ingest("p", [{ id: "d", createdAt: 5, input: "hunter2" }]);
  await soon().toEqual(["hunter2", "masked", "plain", "shared"]);
  expect(await Promise.all([find("unter2"), find("sword"), find("shared"), find("mask")])).toEqual([
    ["d"],
    [],
    ["b"],
    ["b"],
  ]);
  await store.projects.delete("p", 6);
  await soon().toEqual([]);
});
