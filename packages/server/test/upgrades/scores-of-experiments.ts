import { expect } from "vitest";
import { project } from "../../src/store/conformance/with-store.ts";
import type { Store } from "../../src/store/store.ts";

/** Newest format whose rollups count scores of experiment items without an environment. */
export const before = 53;
const hour = 3_600_000;
export const now: number = Date.UTC(2026, 0, 10);

/** Returns the rollups to the form of the earlier format. No other score was created in the same hour. */
export const returned = "UPDATE rollups SET environment = '' WHERE environment = '=experiment'";

/** Removes what later formats added. */
export const removed = "ALTER TABLE views DROP COLUMN query";

async function countScores(store: Store, exceptEnvironments: readonly string[]): Promise<unknown> {
  const range = { from: now - 24 * hour, to: now, bucketLength: 24 * hour, maxPoints: 9, offset: 0, groupLimit: 9 };
  const query = { ...range, metrics: ["scoreCount"], groupBy: "scoreName", exceptEnvironments } as const;
  const { lines } = await store.analytics.timeSeries(project, query);
  return lines.map(({ group, total }) => [group, total]);
}

export async function seed(store: Store): Promise<void> {
  const score = { name: "ok", type: "AI", value: 1 } as const;
  await store.scores.upsertMany(project, [
    { ...score, id: "live", at: now - 5 * hour, stepId: "s" },
    { ...score, id: "tried", at: now - 3 * hour, datasetExperimentItemId: "i" },
    { ...score, id: "again", at: now - 2 * hour, datasetExperimentItemId: "i" },
  ]);
  await store.analytics.settle();
  await store.close();
}

export async function expectUpgraded(store: Store): Promise<void> {
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

/** Statements that return a PostgreSQL database with one project to the earlier format. */
export const returnPostgres: readonly string[] = [
  // Row-level security shows the rows of one project only.
  `SELECT set_config('threadline.project_id', key::text, false) FROM projects WHERE id = '${project}'`,
  returned,
  removed,
  `UPDATE threadline_version SET version = ${before}`,
];
