import { expect, test } from "vitest";
import { groupColors } from "./charts.ts";
import { withScoreColors } from "./score-colors.ts";

const line = (group: string, isOther = false) => ({
  definition: { metric: "scoreAverage", color: "", resource: "scores" } as const,
  group: isOther ? null : group,
  isOther,
  color: isOther ? "--text-muted" : "",
  values: [1],
  total: 1,
});
const schemas = ["tone", "answer", "safety"].map((name) => ({ name }));
const colorsOf = (...groups: string[]) =>
  Object.fromEntries(
    withScoreColors(
      groups.map((group) => line(group)),
      schemas,
    ).map(({ group, color }) => [group, color]),
  );

test("a score has the same color in each chart, whatever other scores the chart shows", () => {
  const all = colorsOf("safety", "tone", "answer");
  expect(all).toEqual({ answer: groupColors[0], safety: groupColors[1], tone: groupColors[2] });
  expect(colorsOf("tone")).toEqual({ tone: all["tone"] });
  expect(colorsOf("own")).toEqual({ own: colorsOf("tone", "own")["own"] });
});

test("scores of a chart have different colors as long as there are enough, and other scores keep theirs", () => {
  const names = Array.from({ length: groupColors.length }, (_, at) => `score ${at * 8}`);
  expect(new Set(Object.values(colorsOf(...names))).size).toBe(groupColors.length);
  expect(withScoreColors([line("tone"), line("", true)], schemas)[1]?.color).toBe("--text-muted");
});
