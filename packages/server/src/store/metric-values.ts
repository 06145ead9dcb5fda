import type { TimeSeriesMetric } from "./analytics.ts";
import { nanoDollars } from "./generation-cost.ts";
import { type Cell, emptyCell, type SketchName, type SumName } from "./rollup-cells.ts";

/** Sums and sketches of a metric, and its value; `activeUserCount` is counted separately. */
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

/** Undefined for `activeUserCount`. */
export function readingOf(metric: TimeSeriesMetric): MetricReading | undefined {
  return metric === "activeUserCount" ? undefined : readings[metric];
}

/** The metric in each bucket; what a bucket without records has is known. */
export function valuesOf(reading: MetricReading, cells: readonly (Cell | undefined)[]): (number | null)[] {
  const nothing = reading.read(emptyCell());
  return cells.map((cell) => (cell === undefined ? nothing : reading.read(cell)));
}
