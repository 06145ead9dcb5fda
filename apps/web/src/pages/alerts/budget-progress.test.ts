import { expect, test } from "vitest";
import { budgetProgress } from "./budget-progress.ts";

const day = 86_400_000;
const april = Date.UTC(2026, 3, 1);
const march = Date.UTC(2026, 2, 1);

/** Values at the end of each day from March 1 to April 10: one dollar a day in March, two in April. */
const times = Array.from({ length: 40 }, (_, index) => march + (index + 1) * day);
const values = times.map((at) => (at <= april ? (at - march) / day : (2 * (at - april)) / day));
const preview = { from: march, times, values };

test("the pace of a month predicts when the threshold will be reached", () => {
  expect(budgetProgress(preview, { period: "CALENDAR_MONTH", threshold: 30 })).toEqual({
    spent: 18,
    reachedAt: null,
    expected: 60,
    willReachAt: april + 15 * day,
    previous: { spent: 31, reachedAt: april },
  });
});

test("a threshold that is exceeded has its time, and without a threshold there is only the value", () => {
  const period = "CALENDAR_MONTH";
  expect(budgetProgress(preview, { period, threshold: 9 })).toMatchObject({
    reachedAt: april + 5 * day,
    willReachAt: null,
    previous: { reachedAt: march + 10 * day },
  });
  expect(budgetProgress(preview, { period, threshold: null })).toMatchObject({
    spent: 18,
    reachedAt: null,
    willReachAt: null,
  });
});

test("a period that has just started has no pace, and a period that is not known as a whole is left out", () => {
  const at = april + 60_000;
  expect(
    budgetProgress({ from: march + day, times: [at], values: [0] }, { period: "CALENDAR_MONTH", threshold: 1 }),
  ).toEqual({ spent: 0, reachedAt: null, expected: null, willReachAt: null, previous: null });
  expect(budgetProgress({ from: at, times: [], values: [] }, { period: "CALENDAR_DAY", threshold: 1 })).toBeNull();
});

test("a period without a value, for example with too few records, is not shown as zero", () => {
  const month = { period: "CALENDAR_MONTH", threshold: 30 } as const;
  expect(budgetProgress({ ...preview, values: [...values.slice(0, -1), null] }, month)).toBeNull();
  const unknown = times.map((at, index) => (at <= april ? null : (values[index] ?? null)));
  expect(budgetProgress({ ...preview, values: unknown }, month)).toMatchObject({ spent: 18, previous: null });
});

test("at midnight, the day that has just ended is the current one", () => {
  const hours = Array.from({ length: 48 }, (_, index) => april + ((index + 1) * day) / 24);
  const spent = hours.map((_, index) => (index % 24) + 1);
  expect(
    budgetProgress({ from: april, times: hours, values: spent }, { period: "CALENDAR_DAY", threshold: 12 }),
  ).toEqual({
    spent: 24,
    reachedAt: april + day + (13 * day) / 24,
    expected: 24,
    willReachAt: null,
    previous: { spent: 24, reachedAt: april + (13 * day) / 24 },
  });
});
