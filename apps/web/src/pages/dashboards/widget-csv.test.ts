import { expect, test } from "vitest";
import type { DrawnLine } from "../dashboard/series.ts";
import { tableOfWidget } from "./widget-csv.ts";

const line = (group: string, values: (number | null)[], total: number): DrawnLine => ({
  definition: { metric: "cost", color: "", resource: "generations" },
  group,
  isOther: false,
  color: "",
  values,
  total,
});
const options = {
  lines: [line("a", [1, null], 1), line("b", [2, 3], 5)],
  nameOf: ({ group }: DrawnLine) => group ?? "",
  metricOf: () => "Cost",
  texts: { time: "Time", group: "Group", metric: "Metric", value: "Value" },
};
const series = { times: ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"] };

test("values over time have a row per bucket and a column per line", () => {
  expect(tableOfWidget({ chart: "area", groupBy: "model" }, series, options)).toEqual({
    columns: ["Time", "a", "b"],
    rows: [
      [series.times[0], 1, 2],
      [series.times[1], null, 3],
    ],
  });
});

test("values of the whole range have a row per line", () => {
  expect(tableOfWidget({ chart: "bar", groupBy: "model" }, series, options)).toEqual({
    columns: ["Group", "Metric", "Value"],
    rows: [
      ["a", "Cost", 1],
      ["b", "Cost", 5],
    ],
  });
});
