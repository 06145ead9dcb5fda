import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";

/** Newest format whose rollups count scores of experiment items without an environment. */
const before = 53;
const hour = 3_600_000;
const now = Date.UTC(2026, 0, 10);

/** Returns the rollups to the form of the earlier format. No other score was created in the same hour. */
const returned = "UPDATE rollups SET environment = '' WHERE environment = '=experiment'";

/** Removes what later formats added. */
const removed = "ALTER TABLE views DROP COLUMN query";

async function countScores(store: Store, exceptEnvironments: readonly string[]): Promise<unknown> {
  const range = { from: now - 24 * hour, to: now, bucketLength: 24 * hour, maxPoints: 9, offset: 0, groupLimit: 9 };
  const query = { ...range, metrics: ["scoreCount"], groupBy: "scoreName", exceptEnvironments } as const;
  const { lines } = await store.analytics.timeSeries(project, query);
  return lines.map(({ group, total }) => [group, total]);
}

async function seed(store: Store): Promise<void> {
  const score = { name: "ok", type: "AI", value: 1 } as const;
  await store.scores.upsertMany(project, [
    { ...score, id: "live", at: now - 5 * hour, stepId: "s" },
    { ...score, id: "tried", at: now - 3 * hour, datasetExperimentItemId: "i" },
    { ...score, id: "again", at: now - 2 * hour, datasetExperimentItemId: "i" },
  ]);
  await store.analytics.settle();
  await store.close();
}

async function expectUpgraded(store: Store): Promise<void> {
  for (const settle of [async () => {}, () => store.analytics.settle()]) {
    // oxlint-disable no-await-in-loop -- first pending, then stored
    await settle();
    expect(await countScores(store, ["experiment"])).toEqual([["ok", 1]]);
    expect(await countScores(store, [])).toEqual([["ok", 3]]);
    // oxlint-enable no-await-in-loop
  }
  await store.scores.delete(project, "tried", now);
  await store.analytics.settle();
  expect(await countScores(store, ["experiment"])).toEqual([["ok", 1]]);
  expect(await countScores(store, [])).toEqual([["ok", 2]]);
  await store.close();
}

test("an upgraded file excludes scores of experiment items that earlier versions counted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  await seed(await openWithProjects(() => openSqliteStore({ path, now: () => now })));
  const file = new DatabaseSync(path);
  file.exec(`${returned}; ${removed}; PRAGMA user_version = ${before}`);
  file.close();
  await expectUpgraded(await openSqliteStore({ path, now: () => now }));
});

describePostgres("an upgraded database", (tests) => {
  test("excludes scores of experiment items that earlier versions counted", async () => {
    const url = await tests().server.createDatabase("scores_of_experiments");
    await seed(await openWithProjects(() => openPostgresStore({ url, now: () => now })));
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    // Row-level security shows the rows of one project only.
    await client.query(`SELECT set_config('threadline.project_id', key::text, false) FROM projects WHERE id = $1`, [
      project,
    ]);
    await client.query(`${returned}; ${removed}`);
    await client.query(`UPDATE threadline_version SET version = ${before}`);
    await expectUpgraded(await openPostgresStore({ url, now: () => now }));
  });
});
