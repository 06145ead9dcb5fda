import { expect, test } from "vitest";
import { RollupCells } from "../rollups/rollup-cells.ts";
import { storedSums } from "./series-lines.ts";
import { draftSeries } from "./series-plan.ts";
import { readTimeSeries, type SeriesReads } from "./time-series.ts";

const hour = 3_600_000;
const from = Date.UTC(2026, 2, 1, 10, 20, 30);
const to = Date.UTC(2026, 2, 3, 7, 45);
const query = { metrics: ["stepCount"], from, to, maxPoints: 60, groupLimit: 1, offset: 0, isExact: true } as const;
const inMinutes = (time: number): number => time / 60_000;
const startOfHour = Date.UTC(2026, 2, 1, 11);
const lastHour = Date.UTC(2026, 2, 3, 7);

test("an exact range reads whole hours and minutes from rollups, and counts only the records before them", () => {
  const { hours, splitHours, minutes, uncounted, limit } = draftSeries(query, inMinutes(startOfHour));
  expect(hours).toEqual({ from: Math.ceil(inMinutes(from)), to: inMinutes(to) });
  expect(splitHours).toEqual([startOfHour - hour, lastHour].map(inMinutes));
  expect(minutes).toEqual([{ from: inMinutes(lastHour), to: inMinutes(to) }]);
  expect(uncounted).toEqual([{ from: inMinutes(from), to: inMinutes(startOfHour) }]);
  expect(limit).toBe(20_000);
});

test("a range within a minute counts its records", () => {
  const draft = draftSeries({ ...query, to: from + 10 }, 0);
  expect(draft.uncounted).toEqual([{ from: inMinutes(from), to: inMinutes(from + 10) }]);
  expect(draft.minutes).toEqual([]);
});

test("a range that would need too many records counts whole buckets", async () => {
  const reads: SeriesReads = {
    minutesFrom: () => inMinutes(lastHour),
    pending: () => ({ cells: new RollupCells(), leftOut: 0 }),
    recount: () => undefined,
    tagged: () => ({ cells: new RollupCells(), isEstimate: false }),
    matching: () => ({ cells: new RollupCells(), isEstimate: false }),
    sums: () => storedSums([]),
    sketches: () => [],
    users: () => [],
    identifiers: () => new Map(),
    apiKeys: () => [],
  };
  const series = await readTimeSeries(reads, 1, { ...query, list: undefined });
  expect([series.countedFrom, series.countedTo]).toEqual([startOfHour - hour, lastHour + hour]);
  expect([series.from, series.to]).toEqual([series.countedFrom, series.countedTo]);
});
