import type { ScoreStatistics, Statistics } from "../analytics.ts";
import { nanoDollars } from "../prices/generation-cost.ts";

export type Measured = Omit<Statistics, "recordCount" | "isEstimate" | "sampledCount">;

export interface MeasuredRow {
  readonly error: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly tokens: number | null;
  /** Billionths of a US dollar. */
  readonly cost: number | null;
  /** Tokens and cost of a run with its descendants; null for other records. */
  readonly totalTokens: number | null;
  readonly totalCost: number | null;
  /** Milliseconds, like `firstToken`. */
  readonly latency: number | null;
  readonly firstToken: number | null;
}

export interface MeasuredSums {
  readonly errors: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly tokens: number;
  /** Billionths of a US dollar; null without a price. */
  readonly cost: number | null;
  /** Null if the records are not runs. */
  readonly totalTokens: number | null;
  readonly totalCost: number | null;
  /** Latencies in milliseconds at the percentiles in {@link measuredShares}. `firstTokens` has the same form. */
  readonly latencies: readonly (number | null)[];
  readonly firstTokens: readonly (number | null)[];
}

export interface RecordSums extends MeasuredSums {
  readonly count: number;
  readonly scores: readonly ScoreStatistics[];
}

/** Percentiles of {@link MeasuredSums}, as numbers between 0 and 1. */
export const measuredShares: readonly number[] = [0.5, 0.95, 0.99];

export function addUp(rows: readonly MeasuredRow[]): MeasuredSums {
  const sum = (column: keyof MeasuredRow): number => rows.reduce((total, row) => total + (row[column] ?? 0), 0);
  const sumOfKnown = (column: keyof MeasuredRow): number | null =>
    rows.some((row) => row[column] !== null) ? sum(column) : null;
  const shares = (column: keyof MeasuredRow): (number | null)[] => {
    const sorted = Float64Array.from(rows.flatMap((row) => row[column] ?? [])).toSorted();
    return measuredShares.map((share) => percentileOf(sorted, share));
  };
  return {
    errors: sum("error"),
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    tokens: sum("tokens"),
    cost: sumOfKnown("cost"),
    totalTokens: sumOfKnown("totalTokens"),
    totalCost: sumOfKnown("totalCost"),
    latencies: shares("latency"),
    firstTokens: shares("firstToken"),
  };
}

/** Converts the sums of a sample to statistics of all records. Sums are multiplied by `scale`. */
export function toMeasured({ scores, ...sums }: RecordSums, scale: number): Measured {
  const scaled = (total: number): number => Math.round(total * scale);
  const dollars = (total: number | null): number | null => (total === null ? null : (total * scale) / nanoDollars);
  const [latencyP50 = null, latencyP95 = null, latencyP99 = null] = sums.latencies.map(toSeconds);
  const [ttFirstTokenP50 = null, ttFirstTokenP95 = null, ttFirstTokenP99 = null] = sums.firstTokens;
  return {
    errorCount: scaled(sums.errors),
    inputTokenCount: scaled(sums.inputTokens),
    outputTokenCount: scaled(sums.outputTokens),
    tokenCount: scaled(sums.tokens),
    cost: dollars(sums.cost),
    totalTokenCount: sums.totalTokens === null ? null : scaled(sums.totalTokens),
    totalCost: dollars(sums.totalCost),
    latencyP50,
    latencyP95,
    latencyP99,
    ttFirstTokenP50,
    ttFirstTokenP95,
    ttFirstTokenP99,
    scores: scores
      .map(({ name, count, average }) => ({ name, count: Math.round(count * scale), average }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

function toSeconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 1_000;
}

/**
 * Returns a percentile of ascending values: the smallest value `v` for which at least `share` of all values are less
 * than or equal to `v`. For example, the `share` 0.5 returns the median. Null without values.
 */
export function percentileOf(ascending: ArrayLike<number>, share: number): number | null {
  return ascending[Math.max(Math.ceil(share * ascending.length) - 1, 0)] ?? null;
}
