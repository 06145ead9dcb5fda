import type { DrawnLine, TimeSeries } from "../dashboard/series.ts";
import type { Widget } from "./widget.ts";

export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/**
 * Returns the values of a widget as a table. It has one row per bucket, or one row per line if the chart shows totals
 * of the whole range.
 */
export function tableOfWidget(
  { chart, groupBy }: Pick<Widget, "chart" | "groupBy">,
  series: Pick<TimeSeries, "times">,
  options: {
    readonly lines: readonly DrawnLine[];
    readonly nameOf: (line: DrawnLine) => string;
    readonly metricOf: (line: DrawnLine) => string;
    readonly texts: { readonly time: string; readonly group: string; readonly metric: string; readonly value: string };
  },
): CsvTable {
  const { lines, nameOf, metricOf, texts } = options;
  const isOverTime = chart !== "number" && (groupBy === null || (chart !== "bar" && chart !== "table"));
  if (isOverTime) {
    return {
      columns: [texts.time, ...lines.map(nameOf)],
      rows: series.times.map((time, index) => [time, ...lines.map(({ values }) => values[index] ?? null)]),
    };
  }
  return {
    columns: [texts.group, texts.metric, texts.value],
    rows: lines.map((line) => [nameOf(line), metricOf(line), line.total]),
  };
}
