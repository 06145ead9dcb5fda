import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { readPackingState, unpackFile } from "../../../../test/upgrades/previous-payloads.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";
import type { MovedRecord, Store } from "../../store.ts";

const prose = "The refund arrives within five working days. ".repeat(20);
const count = 1_000;

async function createPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-packing-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "threadline.db");
}

async function readAll(store: Store): Promise<readonly MovedRecord[]> {
  const records: MovedRecord[] = [];
  for await (const record of store.moveOut("p")) records.push(record);
  return records;
}

test("payloads of an earlier storage format are compressed in the background, also after a restart", async () => {
  const path = await createPath();
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "p", name: "p", createdAt: 0 });
  const writes = Array.from({ length: count }, (_, number) => ({
    id: `s${number}`,
    createdAt: number,
    type: "llm" as const,
    takesContentOfGeneration: true,
    metadata: { number },
    generation: { messages: [{ role: "user", content: `${prose} ${number}` }], completion: prose },
  }));
  await store.steps.ingest("p", writes);
  await store.steps.ingest("p", [{ id: "short", createdAt: 1, input: "Hello" }]);
  const before = await readAll(store);
  await store.close();
  unpackFile(path);
  const old = new DatabaseSync(path, { readOnly: true });
  const pages = Number(old.prepare("PRAGMA page_count").get()?.["page_count"]);
  old.close();

  const upgraded = await openSqliteStore({ path });
  expect(await readAll(upgraded)).toEqual(before);
  const changed = { id: "s0", createdAt: 0, output: { changed: prose } };
  await upgraded.steps.ingest("p", [changed, { id: `s${count - 1}`, createdAt: 1, generation: null }]);
  await upgraded.steps.delete("p", "s1", 1);
  await expect.poll(() => readPackingState(path).plain, { interval: 20 }).toBeLessThan(count - 100);
  await upgraded.close();

  const again = await openSqliteStore({ path });
  const search = { field: "content", operator: "ilike", value: "refund arrives" } as const;
  expect(await again.steps.count("p", { filters: [search] })).toBe(count - 1);
  await expect
    .poll(() => readPackingState(path), { interval: 50, timeout: 20_000 })
    .toMatchObject({ plain: 1, generations: 0 });
  expect(readPackingState(path).pages).toBeLessThan(pages / 2);
  const [first, removed, last] = await again.steps.getMany("p", ["s0", "s1", `s${count - 1}`]);
  expect([first?.output, removed, last?.generation]).toEqual([changed.output, null, null]);
  const isUnchanged = (record: MovedRecord): boolean =>
    record.kind !== "step" || !["s0", "s1", `s${count - 1}`].includes(String(record.record["id"]));
  const kept = (await readAll(again)).filter((record) => record.kind === "step" && isUnchanged(record));
  expect(kept).toEqual(before.filter((record) => record.kind === "step" && isUnchanged(record)));
  await again.close();
});

test("payloads are compressed a day after they are written, and again when they change later", async () => {
  const path = await createPath();
  const day = 24 * 60 * 60_000;
  const open = (now: number): Promise<Store> => openSqliteStore({ path, now: () => now });
  let store = await open(day);
  await store.projects.create({ id: "p", name: "p", createdAt: 0 });
  await store.steps.ingest("p", [{ id: "first", createdAt: 1, input: prose }]);
  const noted = (): unknown => {
    const file = new DatabaseSync(path, { readOnly: true });
    const row = file.prepare("SELECT newest FROM payload_packing").get();
    file.close();
    return row?.["newest"];
  };
  await expect.poll(noted, { interval: 50, timeout: 20_000 }).toBe(1);
  await store.steps.ingest("p", [{ id: "second", createdAt: 1, input: prose }]);
  expect(readPackingState(path).plain).toBe(2);
  await store.close();

  store = await open(2 * day);
  await expect.poll(() => readPackingState(path).plain, { interval: 50, timeout: 20_000 }).toBe(1);
  await store.steps.ingest("p", [{ id: "first", createdAt: 1, output: prose }]);
  expect(readPackingState(path).plain).toBe(1);
  expect(await store.steps.getMany("p", ["first"])).toMatchObject([{ input: prose, output: prose }]);
  await store.close();
});
