import { expect, test } from "vitest";
import { readLayout, writeLayout } from "./column-layout.ts";
import { isScoreColumn, scoreColumn, scoreNameIn, scoresOfName } from "./score-columns.ts";

test.each(["correctness", "tone of voice", "a:b", "100%", "ü.x"])("the column of the score %s has its name", (name) => {
  expect(isScoreColumn(scoreColumn(name))).toBe(true);
  expect(scoreNameIn(scoreColumn(name))).toBe(name);
});

test("a layout keeps score columns with their widths", () => {
  const columns = ["name", scoreColumn("a:b"), "cost"] as const;
  const layout = { columns, widths: { [scoreColumn("a:b")]: 120 } };
  expect(readLayout("threads", writeLayout(layout))).toEqual(layout);
  expect(readLayout("threads", ["name", "score.", "score.%E0"])?.columns).toEqual(["name"]);
});

test("scores of one name are averaged, with each of their labels once", () => {
  const score = (name: string, value: number, label: string | null) => ({ name, value, label });
  const scores = [score("tone", 1, "good"), score("tone", 0, "bad"), score("tone", 1, "good"), score("other", 5, null)];
  expect(scoresOfName(scores, "tone")).toEqual({ average: 2 / 3, count: 3, labels: ["good", "bad"] });
  expect(scoresOfName(scores, "none")).toBeNull();
  expect(scoresOfName(undefined, "none")).toBeNull();
});
