import type { AnalyzedResource, ScoreStatistics, Statistics } from "../analytics.ts";
import { percentileOf } from "../percentile.ts";
import type { Database } from "./database.ts";
import { nanoDollars } from "../generation-cost.ts";
import { joinScores } from "./score-joins.ts";

type Measured = Omit<Statistics, "recordCount" | "isEstimate" | "sampledCount">;

/** What one record adds. */
interface Row {
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

const ofGeneration = `
  coalesce(g.givenInputTokenCount, g.inputTokenEstimate) AS inputTokens,
  coalesce(g.givenOutputTokenCount, g.outputTokenEstimate) AS outputTokens, g.tokenCount AS tokens, g.cost AS cost,
  g.ttFirstToken AS firstToken`;

const ofSteps = `
  SELECT r.error IS NOT NULL AS error, max(r.endTime - r.startTime, 0) AS latency, ${ofGeneration}
  FROM json_each(?1) k CROSS JOIN steps r ON r.key = k.value LEFT JOIN generations g ON g.step = r.key`;

/** A thread counts once for its error and latency; its generations bring the rest. */
const rowsOf: Readonly<Record<Exclude<AnalyzedResource, "scores">, string>> = {
  steps: ofSteps,
  runs: ofSteps,
  generations: `
    SELECT g.error IS NOT NULL AS error, g.duration * 1000 AS latency, ${ofGeneration}
    FROM json_each(?1) k CROSS JOIN generations g ON g.step = k.value`,
  threads: `
    SELECT EXISTS (SELECT 1 FROM steps s WHERE s.thread = r.key AND s.error IS NOT NULL) AS error,
      max(r.lastEnd - r.firstStart, 0) AS latency, NULL AS inputTokens, NULL AS outputTokens, NULL AS tokens,
      NULL AS cost, NULL AS firstToken
    FROM json_each(?1) k CROSS JOIN threads r ON r.key = k.value
    UNION ALL
    SELECT 0, NULL, ${ofGeneration}
    FROM json_each(?1) k CROSS JOIN steps s ON s.thread = k.value JOIN generations g ON g.step = s.key`,
};

const ofRecords = (column: string): string => `CROSS JOIN steps r ON r.${column} = k.value ${joinScores("r")}`;
const scoresOf: Readonly<Record<AnalyzedResource, string>> = {
  steps: ofRecords("key"),
  runs: ofRecords("key"),
  generations: ofRecords("key"),
  threads: ofRecords("thread"),
  scores: "CROSS JOIN scores c ON c.key = k.value",
};

/** How many names of scores are told. */
const scoreNames = 100;

/** Adds up records. `scale` is how many records each of them stands for. */
export function measure(
  database: Database,
  resource: AnalyzedResource,
  keys: readonly number[],
  scale: number,
): Measured {
  const json = JSON.stringify(keys);
  const rows = resource === "scores" ? [] : database.all<Row>(rowsOf[resource], json);
  const sum = (column: keyof Row): number => rows.reduce((total, row) => total + (row[column] ?? 0), 0) * scale;
  const sorted = (column: keyof Row): number[] =>
    rows.flatMap((row) => row[column] ?? []).toSorted((one, other) => one - other);
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
    scores: measureScores(database, resource, json, scale),
  };
}

function measureScores(
  database: Database,
  resource: AnalyzedResource,
  keys: string,
  scale: number,
): readonly ScoreStatistics[] {
  const sql = `
    SELECT c.name, count(*) AS count, avg(c.value) AS average FROM json_each(?1) k ${scoresOf[resource]}
    GROUP BY c.name ORDER BY count(*) DESC LIMIT ${scoreNames}`;
  return database
    .all<ScoreStatistics>(sql, keys)
    .map(({ name, count, average }) => ({ name, count: Math.round(count * scale), average }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
