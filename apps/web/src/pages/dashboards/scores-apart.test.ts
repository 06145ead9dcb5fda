import { expect, test } from "vitest";
import { withScoresApart } from "./scores-apart.ts";

const scores = { metrics: ["scoreAverage"], groupBy: null } as const;

test("averages of scores are split by name, because names may have different scales", () => {
  const counted = { metrics: ["scoreCount", "scoreAverage"], groupBy: null } as const;
  for (const widget of [scores, counted]) {
    expect(withScoresApart({ ...widget, metrics: [...widget.metrics] })).toEqual({ ...widget, groupBy: "scoreName" });
  }
});

test("a table with metrics of steps leaves the average of scores out", () => {
  const widget = { metrics: ["cost" as const, "scoreAverage" as const], groupBy: null };
  expect(withScoresApart(widget)).toEqual({ metrics: ["cost"], groupBy: null });
});

test("other widgets are unchanged", () => {
  for (const widget of [
    { metrics: ["scoreCount" as const], groupBy: null },
    { metrics: ["scoreAverage" as const], groupBy: "scoreName" as const },
  ]) {
    expect(withScoresApart(widget)).toBe(widget);
  }
});
