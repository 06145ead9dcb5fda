import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 0, 10);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "threadline-rollups-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function countByDay(store: Store, from: number, days: number): Promise<unknown> {
  const query = { metrics: ["stepCount", "errorCount"], maxPoints: 60, offset: 0, groupLimit: 1 } as const;
  const series = await store.analytics.timeSeries("p", { ...query, from, to: from + days * day, bucketLength: day });
  return series.lines.map(({ values }) => values);
}

test("a backup taken while sums are pending returns the correct sums", async () => {
  const store = await openSqliteStore({ path: join(folder, "whole.db"), now: () => start });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.steps.ingest("p", [
    { id: "a", createdAt: start, error: "Boom" },
    { id: "b", createdAt: start },
  ]);
  await store.analytics.settle();
  await store.steps.ingest("p", [
    { id: "a", createdAt: start, error: null },
    { id: "c", createdAt: start + 1, error: "Boom" },
  ]);
  await store.steps.delete("p", "b", start);
  await store.backup(join(folder, "copy.db"));
  await store.close();

  const copy = await openSqliteStore({ path: join(folder, "copy.db"), now: () => start });
  const expected = [[2], [1]];
  expect(await countByDay(copy, start, 1)).toEqual(expected);
  await copy.analytics.settle();
  expect(await countByDay(copy, start, 1)).toEqual(expected);
  await copy.close();
});

test("sums of minutes are dropped after two days, and no result changes", async () => {
  const path = join(folder, "old.db");
  let now = start;
  const store = await openSqliteStore({ path, now: () => now });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.steps.ingest("p", [
    { id: "a", createdAt: start },
    { id: "b", createdAt: start + 90 * minute },
  ]);
  await store.analytics.settle();
  const minutes = (): number => {
    const file = new DatabaseSync(path, { readOnly: true });
    const row = file.prepare("SELECT count(*) AS count FROM rollups WHERE level = 1").get();
    file.close();
    return Number(row?.["count"]);
  };
  const half = { metrics: ["stepCount"], from: start + 30 * minute, to: start + 150 * minute } as const;
  const values = async (): Promise<unknown> => {
    const options = { maxPoints: 10, bucketLength: 30 * minute, offset: 0, groupLimit: 1 };
    return (await store.analytics.timeSeries("p", { ...half, ...options })).lines[0]?.values;
  };
  expect(minutes()).toBeGreaterThan(0);
  expect(await values()).toEqual([0, 0, 1, 0]);
  now = start + 4 * day;
  await store.analytics.settle();
  expect(minutes()).toBe(0);
  expect(await values()).toEqual([0, 0, 1, 0]);
  await store.steps.delete("p", "b", now);
  await store.analytics.settle();
  expect(await countByDay(store, start, 1)).toEqual([[1], [0]]);
  await store.close();
});

test("the time series of an old range with too many records has a value per hour", async () => {
  const store = await openSqliteStore({ path: ":memory:", now: () => start + 30 * day });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  const steps = Array.from({ length: 20_001 }, (_, index) => ({ id: `${index}`, createdAt: start + index }));
  await store.steps.ingest("p", steps);
  await store.analytics.settle();
  const query = { metrics: ["stepCount"], maxPoints: 60, offset: 0, groupLimit: 1 } as const;
  const series = await store.analytics.timeSeries("p", { ...query, from: start, to: start + 60 * minute });
  expect([series.bucketLength, series.lines[0]?.values]).toEqual([60 * minute, [20_001]]);
  await store.close();
});
