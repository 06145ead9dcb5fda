import type {
  TimeSeries,
  TimeSeriesDimension,
  TimeSeriesLine,
  TimeSeriesMetric,
  TimeSeriesQuery,
} from "../analytics.ts";
import {
  type Cell,
  decodeText,
  dimensions,
  encodeText,
  type PendingRecords,
  type SketchName,
  type SumName,
  emptyCell,
} from "../rollups/rollup-cells.ts";
import {
  type RecordSum,
  type SeriesGroups,
  type SeriesLine,
  type SeriesLinesOptions,
  totalOf,
} from "./series-lines.ts";
import { toComparable } from "../comparable-text.ts";
import type { SeriesPlan } from "./series-plan.ts";
import { nanoDollars } from "../prices/generation-cost.ts";

const groupDimensions: Readonly<Record<TimeSeriesDimension, number>> = {
  model: dimensions.model,
  provider: dimensions.provider,
  promptId: dimensions.promptId,
  name: dimensions.name,
  type: dimensions.type,
  environment: dimensions.none,
  apiKey: dimensions.apiKey,
  participant: dimensions.user,
  scoreName: dimensions.scoreName,
};

export interface SeriesNumbers {
  readonly plan: SeriesPlan;
  /**
   * Records that are not in the rollups yet. If there are too many, only some are read, and `leftOut` is the
   * approximate number of the others.
   */
  readonly pending: PendingRecords;
  readonly isEstimate: boolean;
  /** Ids of the API keys whose steps count. Undefined if all steps count, including those without a key. */
  readonly apiKeyIds: readonly string[] | undefined;
}

export interface SeriesNeeds extends SeriesLinesOptions {
  readonly sketches: readonly SketchName[];
  readonly rank: readonly SumName[];
}

/**
 * Number of distinct users in each bucket, and in the whole range. `group` is the environment, encoded by `encodeText`;
 * null for all environments together.
 */
export interface UserLine {
  readonly group: string | null;
  readonly values: readonly number[];
  readonly total: number;
}

export function dimensionOf({ groupBy, apiKeys }: Pick<TimeSeriesQuery, "apiKeys" | "groupBy">): number {
  if (apiKeys !== undefined) return dimensions.apiKey;
  return groupBy === undefined ? dimensions.none : groupDimensions[groupBy];
}

export function needsOf(
  project: number,
  query: TimeSeriesQuery,
  { plan, pending, apiKeyIds }: SeriesNumbers,
): SeriesNeeds {
  const { metrics, groupBy, environment, exceptEnvironments = [] } = query;
  const records = recordsOf(metrics);
  const readings = metrics.flatMap((metric) => readingOf(metric) ?? []);
  return {
    project,
    plan,
    pending: pending.cells,
    environment: environment === undefined ? undefined : encodeText(environment),
    exceptEnvironments: exceptEnvironments.map((name) => encodeText(name)),
    dimension: dimensionOf(query),
    values: apiKeyIds?.map((id) => encodeText(toComparable(id))),
    groupColumn: groupBy === undefined ? undefined : groupBy === "environment" ? "environment" : "value",
    records,
    sums: [...new Set([...records, ...readings.flatMap(({ sums }) => sums)])],
    sketches: [...new Set(readings.flatMap(({ sketch }) => sketch ?? []))],
    rank: readings.find(({ sums }) => sums.length > 0)?.sums ?? records,
  };
}

export function recordsOf(metrics: readonly TimeSeriesMetric[]): readonly RecordSum[] {
  const kinds = metrics.map((metric): RecordSum => {
    if (metric === "threadCount") return "threads";
    return metric === "scoreCount" || metric === "scoreAverage" ? "scores" : "steps";
  });
  return [...new Set(kinds)];
}

/**
 * Returns the result of a query. For each group, `names` contains the name to show, and `ids` the id of the user or API
 * key.
 */
export function toTimeSeries(
  { metrics }: TimeSeriesQuery,
  { plan, pending, isEstimate }: SeriesNumbers,
  { groups, lines: found, other }: SeriesGroups,
  {
    names,
    ids,
    users,
  }: {
    readonly names: readonly (string | null)[];
    readonly ids: readonly (string | null)[];
    readonly users: readonly UserLine[];
  },
): TimeSeries {
  const totalled = found.map(withTotal);
  const rest = other && withTotal(other);
  const lines = metrics.flatMap((metric): TimeSeriesLine[] => {
    const reading = readingOf(metric);
    if (reading === undefined) {
      return users.map((line) => ({ ...line, metric, isOther: false, group: decodeText(line.group ?? "") }));
    }
    const toLine = (group: string | null, isOther: boolean, { line, total }: TotalledLine): TimeSeriesLine => ({
      metric,
      group,
      isOther,
      values: valuesOf(reading, line).map(write),
      total: write(reading.read(total)),
    });
    // Estimated counts may be fractional.
    const write = (value: number | null): number | null =>
      isEstimate && value !== null && metric.endsWith("Count") ? Math.round(value) : value;
    const shown = groups.map((_, place) => {
      const groupId = ids[place];
      const line = toLine(names[place] ?? null, false, totalled[place] ?? withTotal([]));
      return groupId == null ? line : { ...line, groupId };
    });
    return rest === undefined || reading.sketch !== undefined ? shown : [...shown, toLine(null, true, rest)];
  });
  const { from, length, count } = plan.buckets;
  return {
    from,
    to: from + length * count,
    countedFrom: plan.range.from,
    countedTo: plan.range.to,
    bucketLength: length,
    times: Array.from({ length: count }, (_, place) => from + place * length),
    lines,
    pendingCount: pending.leftOut,
    isEstimate,
  };
}

interface TotalledLine {
  readonly line: SeriesLine;
  readonly total: Cell;
}

function withTotal(line: SeriesLine): TotalledLine {
  return { line, total: totalOf(line) };
}

/**
 * Defines how a metric is computed. The rollup columns `sums` and `sketch` are added up, and `read` computes the value
 * from these totals. For `activeUserCount`, there is no `MetricReading`, because users are counted separately.
 */
export interface MetricReading {
  readonly sums: readonly SumName[];
  readonly sketch?: SketchName;
  readonly read: (cell: Cell) => number | null;
}

function sum(name: SumName): MetricReading {
  return { sums: [name], read: (cell) => cell[name] };
}

function percentile(sketch: SketchName, share: number, unit = 1): MetricReading {
  return {
    sums: [],
    sketch,
    read(cell) {
      const value = cell[sketch].percentile(share);
      return value === null ? null : value / unit;
    },
  };
}

const readings: Readonly<Record<Exclude<TimeSeriesMetric, "activeUserCount">, MetricReading>> = {
  threadCount: sum("threads"),
  runCount: sum("runs"),
  stepCount: sum("steps"),
  generationCount: sum("generations"),
  errorCount: sum("errors"),
  generationErrorCount: sum("generationErrors"),
  tokenCount: sum("tokens"),
  inputTokenCount: sum("inputTokens"),
  outputTokenCount: sum("outputTokens"),
  cost: { sums: ["cost", "costed"], read: (cell) => (cell.costed === 0 ? null : cell.cost / nanoDollars) },
  latencyP50: percentile("latencies", 0.5, 1_000),
  latencyP95: percentile("latencies", 0.95, 1_000),
  latencyP99: percentile("latencies", 0.99, 1_000),
  durationP50: percentile("durations", 0.5),
  durationP95: percentile("durations", 0.95),
  durationP99: percentile("durations", 0.99),
  ttFirstTokenP50: percentile("firstTokens", 0.5),
  ttFirstTokenP95: percentile("firstTokens", 0.95),
  ttFirstTokenP99: percentile("firstTokens", 0.99),
  scoreCount: sum("scores"),
  scoreAverage: {
    sums: ["scoreSum", "scores"],
    read: (cell) => (cell.scores === 0 ? null : cell.scoreSum / cell.scores),
  },
};

function readingOf(metric: TimeSeriesMetric): MetricReading | undefined {
  return metric === "activeUserCount" ? undefined : readings[metric];
}

function valuesOf(reading: MetricReading, cells: readonly (Cell | undefined)[]): (number | null)[] {
  const nothing = reading.read(emptyCell());
  return cells.map((cell) => (cell === undefined ? nothing : reading.read(cell)));
}
