import type { ScoreStatistics, Statistics } from "./analytics.ts";
import { nanoDollars } from "./generation-cost.ts";
import { percentileOf } from "./percentile.ts";

/** What is measured of records. */
export type Measured = Omit<Statistics, "recordCount" | "isEstimate" | "sampledCount">;

/** What one record adds. */
export interface MeasuredRow {
  readonly error: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly tokens: number | null;
  /** Billionths of a US dollar. */
  readonly cost: number | null;
  /** Milliseconds, here and below. */
  readonly latency: number | null;
  readonly firstToken: number | null;
}

/** Adds up records. `scale` is how many records each of them stands for; `scores` are those of the records by name. */
export function measureRows(rows: readonly MeasuredRow[], scores: readonly ScoreStatistics[], scale: number): Measured {
  const sum = (column: keyof MeasuredRow): number => rows.reduce((total, row) => total + (row[column] ?? 0), 0) * scale;
  const sorted = (column: keyof MeasuredRow): Float64Array =>
    Float64Array.from(rows.flatMap((row) => row[column] ?? [])).toSorted();
  const [latencies, firstTokens] = [sorted("latency"), sorted("firstToken")];
  const seconds = (share: number): number | null => {
    const milliseconds = percentileOf(latencies, share);
    return milliseconds === null ? null : milliseconds / 1_000;
  };
  return {
    errorCount: Math.round(sum("error")),
    inputTokenCount: Math.round(sum("inputTokens")),
    outputTokenCount: Math.round(sum("outputTokens")),
    tokenCount: Math.round(sum("tokens")),
    cost: rows.some((row) => row.cost !== null) ? sum("cost") / nanoDollars : null,
    latencyP50: seconds(0.5),
    latencyP95: seconds(0.95),
    latencyP99: seconds(0.99),
    ttFirstTokenP50: percentileOf(firstTokens, 0.5),
    ttFirstTokenP95: percentileOf(firstTokens, 0.95),
    ttFirstTokenP99: percentileOf(firstTokens, 0.99),
    scores: scores
      .map(({ name, count, average }) => ({ name, count: Math.round(count * scale), average }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}
