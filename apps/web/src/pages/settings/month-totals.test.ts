import { expect, test } from "vitest";
import { monthMetrics, monthTotals, startOfMonth } from "./month-totals.ts";

const now = Date.parse("2026-03-02T12:00:00Z");

function seriesOf(from: string, steps: Record<string, number>, costs: Record<string, number> = {}) {
  const dayCount = Math.ceil((now - Date.parse(from)) / 86_400_000);
  const times = Array.from({ length: dayCount }, (_value, day) =>
    new Date(Date.parse(from) + day * 86_400_000).toISOString(),
  );
  const dates = times.map((time) => time.slice(0, 10));
  const lines = monthMetrics.map((metric) => ({
    metric,
    values: dates.map((date) =>
      metric === "cost" ? (costs[date] ?? null) : metric === "stepCount" ? (steps[date] ?? 0) : 0,
    ),
  }));
  return { times, lines, isEstimate: false };
}

test("days are added up by calendar month, newest first, from the first month with records", () => {
  const series = seriesOf(
    "2025-11-01T00:00:00Z",
    { "2025-12-31": 1, "2026-01-01": 2, "2026-01-31": 3, "2026-03-01": 4, "2026-03-02": 5 },
    { "2026-01-05": 0.5, "2026-01-06": 0.25 },
  );
  const months = monthTotals(series, now);
  expect(
    months.map(({ from, totals }) => [new Date(from).toISOString().slice(0, 7), totals.stepCount, totals.cost]),
  ).toEqual([
    ["2026-03", 9, null],
    ["2026-02", 0, null],
    ["2026-01", 5, 0.75],
    ["2025-12", 1, null],
  ]);
});

test("a project without records has the current month only", () => {
  const months = monthTotals(seriesOf("2025-11-01T00:00:00Z", {}), now);
  expect(months.map(({ from, to }) => [from, to])).toEqual([[startOfMonth(now), startOfMonth(now, -1)]]);
});
