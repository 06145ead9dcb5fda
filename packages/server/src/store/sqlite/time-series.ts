import type {
  TimeSeries,
  TimeSeriesDimension,
  TimeSeriesLine,
  TimeSeriesMetric,
  TimeSeriesQuery,
} from "../analytics.ts";
import { chooseBuckets } from "../time-buckets.ts";
import type { Database } from "./database.ts";
import { readingOf, valuesOf } from "./metric-values.ts";
import { decodeText, dimensions, encodeText, RollupCells } from "./rollup-cells.ts";
import type { PendingRecords, Rollups } from "./rollups.ts";
import { type RecordSum, SeriesCells, type SeriesLine, totalOf } from "./series-cells.ts";
import { planCounted, planSeries, type SeriesPlan } from "./series-plan.ts";
import { countUsers } from "./series-users.ts";
import { readTaggedCells } from "./tagged-cells.ts";

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
  const { database } = parts;
  const { metrics, groupBy } = query;
  const records = recordsOf(metrics);
  const { plan, pending, isEstimate } = sourcesOf(parts, project, query, records);
  const readings = metrics.flatMap((metric) => readingOf(metric) ?? []);
  const common = {
    project,
    plan,
    pending: pending.cells,
    environment: query.environment === undefined ? undefined : encodeText(query.environment),
  };
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
      values: valuesOf(reading, line).map(write),
      total: write(reading.read(totalOf(line))),
    });
    // What stands for others need not be a whole number.
    const write = (value: number | null): number | null =>
      isEstimate && value !== null && metric.endsWith("Count") ? Math.round(value) : value;
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
    isEstimate,
  };
}

/** Where the numbers come from: the rollups and what is not in them yet or, for tags, the records themselves. */
function sourcesOf(
  { database, rollups }: TimeSeriesParts,
  project: number,
  query: TimeSeriesQuery,
  kinds: readonly RecordSum[],
): { readonly plan: SeriesPlan; readonly pending: PendingRecords; readonly isEstimate: boolean } {
  if (query.tags === undefined) {
    return { plan: planSeries(rollups, project, query), pending: rollups.pending(project), isEstimate: false };
  }
  const buckets = chooseBuckets(query);
  const { tags, metrics, groupBy } = query;
  const wanted = new Set([groupBy === undefined ? dimensions.none : groupDimensions[groupBy]]);
  if (metrics.includes("activeUserCount")) wanted.add(dimensions.user);
  const { cells, isEstimate } = readTaggedCells(database, project, { tags, kinds, buckets, dimensions: wanted });
  return {
    plan: planCounted(buckets, cells),
    pending: { cells: new RollupCells(), leftOut: 0 },
    isEstimate,
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
