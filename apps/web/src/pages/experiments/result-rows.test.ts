import { expect, test } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import type { Trial } from "./compared-row.ts";
import { isFailed, selectRows } from "./result-rows.ts";
import { scoreBins } from "./score-bins.ts";

const score = { id: "score", name: "exact", type: "CODE", comment: null, scorer: null, evaluatorVersionId: null };
const step = { id: "r", threadId: null, rootRunId: null, startTime: null, endTime: null, usage: null, scores: null };
const trial = (item: string, value: number | null, more: Partial<Trial> = {}): Trial => ({
  id: `trial of ${item}`,
  datasetItemId: item,
  experimentRunId: null,
  input: item,
  output: `answer of ${item}`,
  scores: value === null ? [] : [{ ...score, value }],
  experimentRun: null,
  ...more,
});
const failure = { repeat: 0, experimentItemId: null, evaluatorVersionId: null, message: "Timeout", attempts: 3 };
const items = [
  trial("a", 1),
  trial("b", 0.5),
  trial("c", null, { experimentRun: { ...step, error: "Too long" } }),
  trial("d", 0.2),
];
const rows = compareRuns(
  [{ id: "one", items, failures: [{ ...failure, datasetItemId: "e" }] }],
  ["a", "b", "c", "d", "e"].map((id) => ({ id, input: id, expectedOutput: { city: `City of ${id}` } })),
);
const values = [1, 0.5, 0.2];
const spreads = [{ name: "exact", values, bins: scoreBins(values, [0, 1]), bounds: [0, 1] as const, decimals: 1 }];
const keys = (search: Parameters<typeof selectRows>[1]): string =>
  selectRows(rows, search, spreads)
    .map(({ key }) => key)
    .join("");

test("items whose run or evaluation failed are selected", () => {
  expect(rows.filter(isFailed).map(({ key }) => key)).toEqual(["c", "e"]);
  expect(keys({ failed: true })).toBe("ce");
  expect(keys({})).toBe("abcde");
});

test("items are selected by the range of a score, and by a text of their input or outputs", () => {
  expect(keys({ score: "exact", bin: 0.5 })).toBe("b");
  expect(keys({ score: "exact", bin: 7 })).toBe("");
  expect(keys({ score: "other", bin: 0.5 })).toBe("abcde");
  expect(keys({ search: " ANSWER of d" })).toBe("d");
  expect(keys({ search: "city of e" })).toBe("e");
});

test("items are sorted by a score, and those without one are last", () => {
  expect(keys({ sort: "score:exact" })).toBe("dbace");
  expect(keys({ sort: "-score:exact" })).toBe("abdce");
  expect(keys({ sort: "-number" })).toBe("edcba");
});

test("many values of a score share ranges, and the last range includes its end", () => {
  const many = Array.from({ length: 21 }, (_, index) => index / 20);
  const bins = scoreBins(many, [0, 1]);
  expect(bins).toHaveLength(10);
  const wide = compareRuns([{ id: "one", items: many.map((value, index) => trial(`i${index}`, value)) }], []);
  const found = selectRows(wide, { score: "exact", bin: 0.9 }, [
    { name: "exact", values: many, bins, bounds: [0, 1], decimals: 2 },
  ]);
  expect(found.map(({ cells }) => cells[0]?.scores.get("exact"))).toEqual([0.9, 0.95, 1]);
});
