import { expect } from "vitest";
import type { Store } from "../store.ts";
import { readRecords, recount } from "./recount.ts";
import { project } from "./with-store.ts";

export async function expectTrueSums(store: Store, from: number, to: number): Promise<void> {
  const records = await readRecords(store);
  for (const metric of ["stepCount", "threadCount", "scoreCount", "tokenCount"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const query = { metrics: [metric], from, to, maxPoints: 100, offset: 0, groupLimit: 5 };
    // oxlint-disable-next-line no-await-in-loop
    const { lines } = await store.analytics.timeSeries(project, query);
    const sum = lines[0]?.values.reduce<number>((all, value) => all + (value ?? 0), 0);
    expect([metric, sum]).toEqual([metric, recount(records, metric, { from, to, group: undefined })]);
  }
}
