import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import type { DrawnLine } from "../dashboard/series.ts";

/** Column of a table of groups: a metric, the error rate, or the last failure. */
export type GroupColumn = TimeSeriesMetric | "errorRate" | "lastFailure";

export interface GroupRow {
  readonly key: string;
  readonly cells: readonly DrawnLine[];
  /** Error count divided by the record count; null if the table does not have both columns. */
  readonly errorRate: number | null;
}

const rates = { errorCount: "stepCount", generationErrorCount: "generationCount" } as const;

/** Returns the columns for the metrics. A count of errors is followed by the error rate and by the last failure. */
export function groupColumns(metrics: readonly TimeSeriesMetric[]): GroupColumn[] {
  return metrics.flatMap((metric): GroupColumn[] => {
    if (metric !== "errorCount" && metric !== "generationErrorCount") return [metric];
    if (!metrics.includes(rates[metric])) return [metric];
    return metric === "errorCount" ? [metric, "errorRate", "lastFailure"] : [metric, "errorRate"];
  });
}

export function groupRows(lines: readonly DrawnLine[]): GroupRow[] {
  const groups = Map.groupBy(lines, ({ group, isOther }) => JSON.stringify([group, isOther]));
  return [...groups].map(([key, cells]) => ({ key, cells, errorRate: rateOf(cells) }));
}

function rateOf(cells: readonly DrawnLine[]): number | null {
  for (const [errors, all] of Object.entries(rates)) {
    const count = totalOf(cells, all);
    if (count) return Math.min((totalOf(cells, errors) ?? 0) / count, 1);
  }
  return null;
}

function totalOf(cells: readonly DrawnLine[], metric: string): number | null {
  return cells.find(({ definition }) => definition.metric === metric)?.total ?? null;
}

/** Sorts rows by a column, largest first. The row "Other" stays last. */
export function sortRows(rows: readonly GroupRow[], column: GroupColumn | null): readonly GroupRow[] {
  if (column === null) return rows;
  const valueOf = ({ cells, errorRate }: GroupRow): number =>
    cells.some(({ isOther }) => isOther)
      ? -Infinity
      : ((column === "errorRate" ? errorRate : totalOf(cells, column)) ?? -1);
  return rows.toSorted((one, other) => valueOf(other) - valueOf(one));
}
