import { expect, test } from "vitest";
import { charts } from "./charts.ts";
import {
  bucketPeriod,
  changeOf,
  comparableSeries,
  countedPeriod,
  hasValues,
  linesOf,
  logOfPoint,
  type TimeSeries,
} from "./series.ts";

const chartOf = (key: string) => {
  const chart = charts.find((each) => each.key === key);
  if (!chart) throw new Error(`no chart ${key}`);
  return chart;
};
const series = (lines: TimeSeries["lines"]): TimeSeries => ({
  from: "2026-03-01T00:00:00.000Z",
  to: "2026-03-01T02:00:00.000Z",
  countedFrom: "2026-03-01T00:20:00.000Z",
  countedTo: "2026-03-01T02:00:00.000Z",
  bucketSeconds: 3600,
  times: ["2026-03-01T00:00:00.000Z", "2026-03-01T01:00:00.000Z"],
  pendingCount: 0,
  isEstimate: false,
  lines,
});

test("each group is a line with its own color, and empty groups are omitted", () => {
  const lines = linesOf(
    chartOf("cost"),
    series([
      { metric: "cost", group: "gpt-4o", isOther: false, values: [1, null], total: 1 },
      { metric: "cost", group: "local", isOther: false, values: [null, null], total: null },
      { metric: "cost", group: null, isOther: true, values: [0, 0.5], total: 0.5 },
    ]),
  );
  expect(lines.map(({ group, isOther }) => [group, isOther])).toEqual([
    ["gpt-4o", false],
    [null, true],
  ]);
  expect(new Set(lines.map(({ color }) => color)).size).toBe(2);
});

test("the records of a series and of its buckets are within the counted period", () => {
  const all = series([]);
  const at = (time: string): number => Date.parse(`2026-03-01T${time}:00Z`);
  expect(countedPeriod(all)).toEqual({ from: at("00:20"), to: at("02:00") });
  expect(bucketPeriod(all, 0)).toEqual({ from: at("00:20"), to: at("01:00"), isPartial: true });
  expect(bucketPeriod(all, 1)).toEqual({ from: at("01:00"), to: at("02:00"), isPartial: false });
});

test("a series is compared only with one that counts a time of the same length", () => {
  const all = series([]);
  const before = { ...all, countedFrom: "2026-02-28T22:40:00.000Z", countedTo: all.countedFrom };
  expect(comparableSeries(all, before)).toBe(before);
  expect(comparableSeries(all, { ...before, countedFrom: "2026-02-28T22:00:00.000Z" })).toBeUndefined();
});

test("an average score of 0 is data, a count of 0 is not", () => {
  const values = [null, 0];
  expect(hasValues({ metric: "scoreAverage", values })).toBe(true);
  expect(hasValues({ metric: "scoreAverage", values: [null, null] })).toBe(false);
  expect(hasValues({ metric: "scoreCount", values })).toBe(false);
});

test("the cost of a group is 0 without generations, and unknown with unpriced generations", () => {
  const [line] = linesOf(
    chartOf("cost"),
    series([
      { metric: "cost", group: "gpt-4o", isOther: false, values: [1, null, null], total: 1 },
      { metric: "generationCount", group: "gpt-4o", isOther: false, values: [2, 0, 3], total: 5 },
    ]),
  );
  expect(line?.values).toEqual([1, 0, null]);
});

test("a point links to the records that it counts", () => {
  const chart = chartOf("cost");
  const [line] = linesOf(
    chart,
    series([{ metric: "cost", group: "gpt-4o", isOther: false, values: [1, 1], total: 2 }]),
  );
  if (!line) throw new Error("no line");
  const from = Date.parse("2026-03-01T00:00:00Z");
  expect(logOfPoint({ chart, line, from, to: from + 3_600_000, environment: "prod" })).toEqual({
    resource: "generations",
    search: {
      filters: [
        { field: "model", operator: "eq", value: "gpt-4o" },
        { field: "environment", operator: "eq", value: "prod" },
      ],
      from: "2026-03-01T00:00:00.000Z",
      to: "2026-03-01T01:00:00.000Z",
      order: undefined,
    },
  });
});

test("errors link to steps with an error; scores have no environment, but those of experiments are excluded", () => {
  const errors = chartOf("errors");
  const [line] = linesOf(
    errors,
    series([{ metric: "errorCount", group: null, isOther: false, values: [1, 0], total: 1 }]),
  );
  if (!line) throw new Error("no line");
  expect(logOfPoint({ chart: errors, line, from: 0, to: 1, environment: undefined })).toMatchObject({
    resource: "steps",
    search: { filters: [{ field: "error", operator: "nis", value: null }] },
  });
  const scores = chartOf("scores");
  const [named] = linesOf(
    scores,
    series([{ metric: "scoreAverage", group: "helpful", isOther: false, values: [0.5, null], total: 0.5 }]),
  );
  if (!named) throw new Error("no line");
  expect(logOfPoint({ chart: scores, line: named, from: 0, to: 1, environment: "prod" }).search.filters).toEqual([
    { field: "name", operator: "eq", value: "helpful" },
  ]);
  const exceptEnvironment = "experiment";
  const link = logOfPoint({ chart: scores, line: named, from: 0, to: 1, environment: undefined, exceptEnvironment });
  expect(link.search.filters).toEqual([
    { field: "name", operator: "eq", value: "helpful" },
    { field: "datasetExperimentItemId", operator: "is", value: null },
  ]);
});

test("with a tag filter, generation figures link to the steps with the tag", () => {
  const cost = chartOf("cost");
  const [line] = linesOf(cost, series([{ metric: "cost", group: "gpt-4o", isOther: false, values: [1, 0], total: 1 }]));
  if (!line) throw new Error("no line");
  expect(logOfPoint({ chart: cost, line, from: 0, to: 1, environment: undefined, tags: ["vip", "eu"] })).toMatchObject({
    resource: "steps",
    search: {
      filters: [
        { field: "model", operator: "nis", value: null },
        { field: "model", operator: "eq", value: "gpt-4o" },
        { field: "tags", operator: "in", value: ["vip", "eu"] },
      ],
    },
  });
});

test("a change is a share of the previous value, a multiple if it is large, or new", () => {
  expect(changeOf(15, 10)).toEqual({ kind: "share", share: 0.5 });
  expect(changeOf(0, 10)).toEqual({ kind: "share", share: -1 });
  expect(changeOf(110, 10)).toEqual({ kind: "share", share: 10 });
  expect(changeOf(506, 3)).toEqual({ kind: "multiple", factor: 169 });
  expect(changeOf(5, 0)).toEqual({ kind: "new" });
  expect(changeOf(0, 0)).toBeNull();
  expect(changeOf(5, null)).toBeNull();
  expect(changeOf(null, 10)).toBeNull();
});
