import { expect, test } from "vitest";
import { barsOf, joinBars, labeledBars } from "./bars.ts";

const start = Date.UTC(2026, 10, 24, 10);
const times = [0, 1, 2].map((hour) => new Date(start + hour * 3_600_000).toISOString());
const series = (lines: { metric: "threadCount" | "runCount" | "errorCount"; values: number[] }[]) => ({
  bucketSeconds: 3_600,
  times,
  isEstimate: false,
  lines,
});

test("bars count records and records with an error, in one series or two", () => {
  const runs = series([
    { metric: "runCount", values: [3, 0, 2] },
    { metric: "errorCount", values: [1, 0, 2] },
  ]);
  expect(barsOf("runs", { all: runs }).map(({ count, failed }) => [count, failed])).toEqual([
    [3, 1],
    [0, 0],
    [2, 2],
  ]);
  const all = series([{ metric: "threadCount", values: [3, 0, 2] }]);
  // Failed threads are a separate series. It is estimated from another sample, so it can exceed the number of all
  // threads.
  const failed = series([{ metric: "threadCount", values: [1, 0, 4] }]);
  expect(barsOf("threads", { all, failed })[2]).toEqual({
    from: start + 2 * 3_600_000,
    to: start + 3 * 3_600_000,
    count: 2,
    failed: 2,
  });
});

test("selected bars are one range, in either direction", () => {
  const bars = barsOf("runs", { all: series([{ metric: "runCount", values: [3, 0, 2] }]) });
  const joined = { from: start, to: start + 2 * 3_600_000, count: 3, failed: 0 };
  expect([joinBars(bars, 0, 1), joinBars(bars, 1, 0), joinBars([], 0, 0)]).toEqual([joined, joined, undefined]);
});

test("labels are at midnights if there are several", () => {
  const bars = Array.from({ length: 12 }, (_, index) => {
    const from = new Date(2026, 10, 20, 6 * index).getTime();
    return { from, to: from + 21_600_000, count: 0, failed: 0 };
  });
  expect(labeledBars(bars, 6)).toEqual([0, 4, 8]);
  expect(labeledBars(bars.slice(1, 5), 2)).toEqual([0, 2]);
});
