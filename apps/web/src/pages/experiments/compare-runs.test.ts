import { expect, test } from "vitest";
import {
  type Judgment,
  clearFigures,
  compareRuns,
  compareWithBaseline,
  scoreNames,
  scoreOrder,
  selectCompared,
  standingOf,
  summarize,
} from "./compare-runs.ts";
import type { Trial } from "./compared-row.ts";

const score = { id: "score", type: "CODE", comment: null, scorer: null, evaluatorVersionId: null };
const trial = (item: string | null, scores: Record<string, number>, more: Partial<Trial> = {}): Trial => ({
  id: `trial of ${item}`,
  datasetItemId: item,
  experimentRunId: null,
  input: null,
  output: "o",
  scores: Object.entries(scores).map(([name, value]) => ({ ...score, name, value })),
  experimentRun: null,
  ...more,
});
const step = { id: "r", threadId: null, rootRunId: null, startTime: null, endTime: null, usage: null, scores: null };
const usage = { inputTokenCount: 80, outputTokenCount: 20, tokenCount: 100, cost: 0.5 };
const examples = [
  { id: "a", input: 1, expectedOutput: 10 },
  { id: "b", input: 2, expectedOutput: 20 },
  { id: "never-tried", input: 3, expectedOutput: 30 },
];

test("rows follow the dataset, then other inputs; items without a run are omitted", () => {
  const runs = [
    { id: "one", items: [trial("b", {}), trial(null, {}, { input: { q: 1 } })] },
    { id: "two", items: [trial("a", {}), trial(null, {}, { input: { q: 1 } }), trial("deleted", {}, { input: 9 })] },
  ];
  const rows = compareRuns(runs, examples);
  expect(rows.map(({ number, input }) => [number, input])).toEqual([
    [1, 1],
    [2, 2],
    [3, { q: 1 }],
    [4, 9],
  ]);
  expect(rows.map(({ cells }) => cells.map((cell) => cell !== undefined))).toEqual([
    [false, true],
    [true, false],
    [true, true],
    [false, true],
  ]);
});

test("repeated trials are averaged, run scores are included, and the last output is shown", () => {
  const run = {
    ...step,
    id: "step",
    threadId: "t",
    scores: [
      { id: "s", type: "AI", name: "online", value: 5, comment: "Late.", scorer: "judge", evaluatorVersionId: "v" },
    ],
  };
  const items = [
    trial("a", { exact: 0 }, { output: "first" }),
    trial("a", { exact: 1 }, { output: "last", experimentRunId: "step", experimentRun: run }),
  ];
  const [row] = compareRuns([{ id: "one", items }], examples);
  expect(row?.cells[0]).toMatchObject({ output: "last", run: { id: "step", threadId: "t" }, trials: 2 });
  expect(row?.cells[0]?.reasons).toEqual([{ id: "s", name: "online", text: "Late.", scorer: "judge", isJudged: true }]);
  expect(row?.itemIds).toEqual(["trial of a", "trial of a"]);
  expect([...(row?.cells[0]?.scores ?? [])]).toEqual([
    ["exact", 0.5],
    ["online", 5],
  ]);
});

const all: Judgment = { directionOf: () => "HIGHER_IS_BETTER" };

test("any lower score is a regression, even if others are higher", () => {
  const runs = [
    { id: "base", items: [trial("a", { exact: 1, close: 0 }), trial("b", { exact: 0 })] },
    { id: "new", items: [trial("a", { exact: 0, close: 1 }), trial("b", { exact: 1, other: 3 })] },
  ];
  const rows = compareRuns(runs, examples);
  expect(rows.map(({ cells }) => standingOf(cells[1], cells[0], all))).toEqual(["regressed", "improved"]);
  expect(rows.map(({ cells }) => standingOf(cells[1], cells[0], { ...all, score: "close" }))).toEqual([
    "improved",
    "same",
  ]);
  const selected = (search: Parameters<typeof selectCompared>[1]["search"]) =>
    selectCompared(rows, { ...all, base: 0, search }).map(({ key }) => key);
  expect(selected({})).toEqual(["a", "b"]);
  expect(selected({ regressions: true })).toEqual(["a"]);
  expect(selected({ improvements: true })).toEqual(["b"]);
  expect(selected({ improvements: true, search: "20" })).toEqual(["b"]);
  expect(selected({ regressions: true, search: "20" })).toEqual([]);
  expect(scoreNames(rows)).toEqual(["close", "exact", "other"]);
  expect(summarize(rows, { ...all, column: 1, base: 0 })).toEqual({
    figures: [],
    improved: 1,
    regressed: 1,
    comparedCount: 2,
    isUnrelated: false,
    averages: [
      { name: "close", average: 1, delta: 1 },
      { name: "exact", average: 0.5, delta: 0 },
      { name: "other", average: 3, delta: null },
    ],
  });
  expect(summarize(rows, { ...all, column: 0, base: 0 })).toMatchObject({ improved: 0, regressed: 0 });
});

test("differences include only the rows of both experiments, and experiments without such rows have none", () => {
  const run = { ...step, startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T00:00:01Z", usage };
  const slow = { ...run, endTime: "2026-01-01T00:00:03Z", usage: { ...usage, tokenCount: 300 } };
  const scored = (item: string, close: number, experimentRun = run) => trial(item, { close }, { experimentRun });
  const runs = [
    { id: "base", items: [scored("a", 0.5), scored("b", 0)] },
    { id: "part", items: [scored("a", 0.75, slow)] },
    { id: "other", items: [scored("c", 1, slow)] },
  ];
  const rows = compareRuns(runs, examples);
  const summaryOf = (column: number) => summarize(rows, { ...all, column, base: 0 });
  expect(summaryOf(1)).toMatchObject({
    comparedCount: 1,
    isUnrelated: false,
    improved: 1,
    averages: [{ name: "close", average: 0.75, delta: 0.25 }],
  });
  expect(summaryOf(1).figures).toMatchObject([
    { name: "latency", average: 3, change: 2 },
    { name: "tokens", average: 300, change: 2 },
    { name: "cost", change: 0 },
  ]);
  expect(summaryOf(2)).toMatchObject({
    comparedCount: 0,
    isUnrelated: true,
    averages: [{ name: "close", average: 1, delta: null }],
  });
  expect(summaryOf(2).figures.map(({ change }) => change)).toEqual([null, null, null]);
  expect(summaryOf(0)).toMatchObject({ comparedCount: 0, isUnrelated: false });
});

test("a score whose lower values are better has regressed if it is higher, and a neutral score never has", () => {
  const runs = [
    { id: "base", items: [trial("a", { toxicity: 0.2, length: 9 }), trial("b", { toxicity: 0.2, length: 9 })] },
    { id: "new", items: [trial("a", { toxicity: 0.9, length: 1 }), trial("b", { toxicity: 0, length: 1 })] },
  ];
  const directionOf = (name: string) => (name === "toxicity" ? "LOWER_IS_BETTER" : "NEUTRAL");
  const rows = compareRuns(runs, examples);
  const standings = (only?: string) =>
    rows.map(({ cells }) => standingOf(cells[1], cells[0], { directionOf, score: only }));
  expect(standings()).toEqual(["regressed", "improved"]);
  expect(standings("length")).toEqual(["same", "same"]);
});

test("the usage of runs is averaged over trials and rows, summed, and compared with the baseline", () => {
  const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
  const took = (seconds: number, tokens: number | null, cost: number | null) => ({
    experimentRun: {
      ...step,
      startTime: at(10),
      endTime: at(10 + seconds),
      usage: { ...usage, tokenCount: tokens, cost },
    },
  });
  const runs = [
    { id: "base", items: [trial("a", {}, took(2, 100, 0.5)), trial("b", {}, took(4, 300, null))] },
    { id: "new", items: [trial("a", {}, took(1, 50, 0)), trial("a", {}, took(2, 100, 1)), trial("b", {})] },
  ];
  const rows = compareRuns(runs, examples);
  expect(rows[0]?.cells[1]).toMatchObject({
    figures: { latency: [1, 2], tokens: [50, 100], cost: [0, 1] },
    inputTokens: 80,
  });
  expect(rows[1]?.cells.map((cell) => cell?.figures)).toEqual([
    { latency: [4], tokens: [300], cost: [] },
    { latency: [], tokens: [], cost: [] },
  ]);
  expect(summarize(rows, { ...all, column: 0, base: 0 }).figures).toEqual([
    { name: "latency", average: 3, total: 6, change: null },
    { name: "tokens", average: 200, total: 400, change: null },
    { name: "cost", average: 0.5, total: 0.5, change: null },
  ]);
  // The second row has no figures in this experiment, so it is not compared.
  expect(summarize(rows, { ...all, column: 1, base: 0 }).figures).toEqual([
    { name: "latency", average: 1.5, total: 3, change: -0.25 },
    { name: "tokens", average: 75, total: 150, change: -0.25 },
    { name: "cost", average: 0.5, total: 1, change: 0 },
  ]);
});

test("the comparison with the baseline says whether a difference may be chance, and uses only rows that both ran", () => {
  const ids = Array.from({ length: 8 }, (_, index) => `item ${index}`);
  const runs = [
    { id: "base", items: ids.map((id) => trial(id, { exact: 1, tone: 1 })) },
    // The two trials of each item count as one pair.
    {
      id: "new",
      items: ids.slice(1).flatMap((id) => [trial(id, { exact: 0, tone: 1 }), trial(id, { exact: 0, other: 1 })]),
    },
  ];
  const rows = compareRuns(runs, []);
  const compared = compareWithBaseline(rows, { ...all, column: 1, base: 0 });
  expect([...compared.keys()]).toEqual(["exact", "tone"]);
  expect(compared.get("exact")).toMatchObject({ items: 7, difference: -1, verdict: "regressed" });
  expect(compared.get("tone")).toMatchObject({ items: 7, difference: 0, verdict: "unknown", itemsNeeded: 67 });
  expect(compareWithBaseline(rows, { ...all, column: 0, base: 0 }).size).toBe(0);
});

test("all cells of a row show their scores in one order, in which regressions come first if not all fit", () => {
  const { cells } = compareRuns(
    [
      { id: "one", items: [trial("a", { same: 1, up: 0, down: 1, other: 1 })] },
      { id: "two", items: [trial("a", { other: 1, same: 1, up: 1, down: 1 })] },
      { id: "three", items: [trial("a", { down: 0, same: 1 })] },
    ],
    examples,
  )[0] ?? { cells: [] };
  const order = (maxScores: number, counted?: string) =>
    scoreOrder(cells, { base: 0, maxScores, score: counted, directionOf: () => "HIGHER_IS_BETTER" });
  expect(order(4)).toEqual(["same", "up", "down", "other"]);
  expect(order(1)).toEqual(["down", "up", "same", "other"]);
  expect(order(1, "other")).toEqual(["other", "down", "up", "same"]);
});

test("a figure differs clearly from the baseline only if chance is unlikely", () => {
  const times = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T00:00:01Z" };
  const items = (cost: (index: number) => number) =>
    Array.from({ length: 12 }, (_, index) =>
      trial(String(index), {}, { experimentRun: { ...step, ...times, usage: { ...usage, cost: cost(index) } } }),
    );
  const costs = (after: (index: number) => number) =>
    compareRuns(
      [
        { id: "one", items: items(() => 0.5) },
        { id: "two", items: items(after) },
      ],
      [],
    );
  const every = costs((index) => 0.6 + index / 100);
  expect([...clearFigures(every, { column: 1, base: 0 })]).toEqual(["cost"]);
  expect([...clearFigures(every, { column: 0, base: 0 })]).toEqual([]);
  const some = costs((index) => (index === 0 ? 5 : 0.5));
  expect([...clearFigures(some, { column: 1, base: 0 })]).toEqual([]);
});
