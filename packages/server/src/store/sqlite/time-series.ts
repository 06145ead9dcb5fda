import type {
  TimeSeries,
  TimeSeriesDimension,
  TimeSeriesLine,
  TimeSeriesMetric,
  TimeSeriesQuery,
} from "../analytics.ts";
import type { Database } from "./database.ts";
import { readingOf, valuesOf } from "./metric-values.ts";
import { decodeText, dimensions, encodeText } from "./rollup-cells.ts";
import type { Rollups } from "./rollups.ts";
import { type RecordSum, SeriesCells, type SeriesLine, totalOf } from "./series-cells.ts";
import { planSeries } from "./series-plan.ts";
import { countUsers } from "./series-users.ts";

export interface TimeSeriesParts {
  readonly database: Database;
  readonly rollups: Rollups;
}

const groupDimensions: Readonly<Record<TimeSeriesDimension, number>> = {
  model: dimensions.model,
  provider: dimensions.provider,
  promptId: dimensions.promptId,
  name: dimensions.name,
  type: dimensions.type,
  environment: dimensions.none,
  participant: dimensions.user,
  scoreName: dimensions.scoreName,
};

/** Reads metrics over time from the rollups and from what is not in them yet. Inside a read transaction. */
export function readTimeSeries(parts: TimeSeriesParts, project: number, query: TimeSeriesQuery): TimeSeries {
  const { database, rollups } = parts;
  const { metrics, groupBy } = query;
  const plan = planSeries(rollups, project, query);
  const pending = rollups.pending(project);
  const readings = metrics.flatMap((metric) => readingOf(metric) ?? []);
  const common = {
    project,
    plan,
    pending: pending.cells,
    environment: query.environment === undefined ? undefined : encodeText(query.environment),
  };
  const records = recordsOf(metrics);
  const cells = new SeriesCells({
    ...common,
    database,
    dimension: groupBy === undefined ? dimensions.none : groupDimensions[groupBy],
    groupColumn: groupBy === undefined ? undefined : groupBy === "environment" ? "environment" : "value",
    records,
    sums: [...new Set([...records, ...readings.flatMap(({ sums }) => sums)])],
    sketches: [...new Set(readings.flatMap(({ sketch }) => sketch ?? []))],
  });
  const rank = readings.find(({ sums }) => sums.length > 0)?.sums ?? records;
  const { groups, lines: found, other } = cells.read(query.groupLimit, rank);

  const lines = metrics.flatMap((metric): TimeSeriesLine[] => {
    const reading = readingOf(metric);
    if (reading === undefined) {
      const users = countUsers(
        database,
        { ...common, dimension: dimensions.user },
        groupBy === undefined ? undefined : groups,
      );
      return users.map((line) => ({ ...line, metric, isOther: false, group: decodeText(line.group ?? "") }));
    }
    const toLine = (group: string | null, isOther: boolean, line: SeriesLine): TimeSeriesLine => ({
      metric,
      group,
      isOther,
      values: valuesOf(reading, line),
      total: reading.read(totalOf(line)),
    });
    const shown = groups.map((group, place) => toLine(nameOf(database, groupBy, group), false, found[place] ?? []));
    return other === undefined || reading.sketch !== undefined ? shown : [...shown, toLine(null, true, other)];
  });

  const { from, length, count } = plan.buckets;
  return {
    from,
    to: from + length * count,
    bucketLength: length,
    times: Array.from({ length: count }, (_, place) => from + place * length),
    lines,
    pendingCount: pending.leftOut,
  };
}

/** The sums that count the records which the metrics are about. */
function recordsOf(metrics: readonly TimeSeriesMetric[]): readonly RecordSum[] {
  const kinds = metrics.map((metric): RecordSum => {
    if (metric === "threadCount") return "threads";
    return metric === "scoreCount" || metric === "scoreAverage" ? "scores" : "steps";
  });
  return [...new Set(kinds)];
}

/** What a group is called outside; users are summed by their keys, which no change of an identifier moves. */
function nameOf(database: Database, groupBy: TimeSeriesDimension | undefined, group: string): string | null {
  const value = decodeText(group);
  if (groupBy !== "participant" || value === null) return value;
  const sql = "SELECT identifier FROM users WHERE key = ?";
  return database.get<{ identifier: string }>(sql, Number(value))?.identifier ?? null;
}
