import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { forCaller } from "../../caller.ts";
import { Database } from "../../session/sqlite/database.ts";
import { type Candidates, RecordWalk, type WalkOptions } from "./record-walk.ts";

const rowCount = 150_000;

function open(): Database {
  const handle = new DatabaseSync(":memory:");
  handle.exec(`
    CREATE TABLE records (key INTEGER PRIMARY KEY, project_id INTEGER, created_at INTEGER);
    CREATE INDEX recordsByCreation ON records (project_id, created_at);
    WITH RECURSIVE numbers (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM numbers LIMIT ${rowCount})
    INSERT INTO records (project_id, created_at) SELECT 1, number / 3 FROM numbers;
  `);
  return new Database(handle);
}

const options: WalkOptions = {
  table: "records",
  key: "key",
  project: 1,
  order: "created_at",
  direction: "DESC",
  nullable: false,
  ranges: [],
  conditions: [{ sql: "r.key <> ?", parameters: [7] }],
  candidates: undefined,
};

test("a count covers every slice of a long list", async () => {
  expect(await new RecordWalk(open(), options).count()).toBe(rowCount - 1);
});

test("a match after many slices is found from either end, and other work runs meanwhile", async () => {
  const walk = new RecordWalk(open(), { ...options, conditions: [{ sql: "r.key = ?", parameters: [75_000] }] });
  let turns = 0;
  const interval = setInterval(() => (turns += 1), 0);
  const bounds = { after: undefined, before: undefined };
  for (const forward of [true, false]) {
    expect(await walk.take(forward, bounds, 5)).toMatchObject([{ key: 75_000, value: 25_000 }]);
  }
  clearInterval(interval);
  expect(turns).toBeGreaterThan(1);
});

test("candidates that must be sorted are collected a few times, and found from either end", async () => {
  const database = open();
  let times = 0;
  const candidates = (): Candidates => {
    times += 1;
    const all = "SELECT key, created_at AS value FROM records WHERE +project_id = 1";
    return { ranges: [{ sql: all, parameters: [] }] };
  };
  const conditions = [{ sql: "r.key % 50000 = ?", parameters: [5] }];
  const walk = new RecordWalk(database, { ...options, conditions, candidates, areCollected: true });
  const [oldest, between, newest] = [5, 50_005, 100_005].map((key) => ({ key, value: Math.floor(key / 3) }));
  const bounds = { after: undefined, before: undefined };
  expect(await walk.take(true, bounds, 5)).toEqual([newest, between, oldest]);
  expect(await walk.take(false, bounds, 5)).toEqual([oldest, between, newest]);
  expect(await walk.take(true, { after: newest, before: oldest }, 5)).toEqual([between]);
  expect(await walk.count()).toBe(3);
  expect(times).toBeLessThan(30);
});

test("collected candidates are not tested further after the caller disconnects", async () => {
  const controller = new AbortController();
  const all = "SELECT key, created_at AS value FROM records WHERE +project_id = 1";
  const candidates = (): Candidates => ({ ranges: [{ sql: all, parameters: [] }] });
  const conditions = [{ sql: "r.key = ?", parameters: [75_000] }];
  const walk = new RecordWalk(open(), { ...options, conditions, candidates, areCollected: true });
  const taken = forCaller(controller.signal, () => walk.take(true, { after: undefined, before: undefined }, 5));
  controller.abort(new Error("left"));
  await expect(taken).rejects.toThrow("left");
});
