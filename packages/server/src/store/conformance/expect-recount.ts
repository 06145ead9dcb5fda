import { expect } from "vitest";
import type { TimeSeriesQuery } from "../analytics.ts";
import type { Store } from "../store.ts";
import { recount, type RecountedRecords } from "./recount.ts";
import { project } from "./with-store.ts";

/** Expects that every line of a time series equals a count of the stored records. */
export async function expectRecount(
  store: Store,
  records: RecountedRecords,
  query: Omit<TimeSeriesQuery, "groupLimit" | "maxPoints">,
): Promise<void> {
  const series = await store.analytics.timeSeries(project, { ...query, groupLimit: 50, maxPoints: 1_000 });
  expect(series.pendingCount).toBe(0);
  expect(series.isEstimate).toBe(false);
  const { groupBy, environment, exceptEnvironments, tags, isExact = false } = query;
  const counted = { from: series.countedFrom, to: series.countedTo };
  expect(counted).toEqual(isExact ? { from: query.from, to: query.to } : { from: series.from, to: series.to });
  expect(series.lines.filter(({ isOther }) => isOther)).toEqual([]);
  for (const { metric, group, values, total } of series.lines) {
    const by = { groupBy, environment, exceptEnvironments, tags, group: groupBy === undefined ? undefined : group };
    const name = JSON.stringify([metric, by]);
    const expected = series.times.map((from) =>
      recount(records, metric, {
        from: Math.max(from, counted.from),
        to: Math.min(from + series.bucketLength, counted.to),
        ...by,
      }),
    );
    expectClose(name, values, expected);
    expectClose(`${name} in total`, [total], [recount(records, metric, { ...counted, ...by })]);
  }
}

/** Expects percentiles within 1 % of the expected ones, and totals that differ only by rounding. */
function expectClose(name: string, values: readonly (number | null)[], expected: readonly (number | null)[]): void {
  const isClose = (value: number | null | undefined, wanted: number | null): boolean =>
    value === wanted ||
    (value != null &&
      wanted !== null &&
      Math.abs(value - wanted) <= Math.abs(wanted) * (name.includes("P") ? 0.0101 : 1e-9) + 1e-9);
  const wrong = expected.flatMap((wanted, place) =>
    isClose(values[place], wanted) ? [] : [`${place}: ${values[place]} instead of ${wanted}`],
  );
  expect({ name, wrong, length: values.length }).toEqual({ name, wrong: [], length: expected.length });
}
