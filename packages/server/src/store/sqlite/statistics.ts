import type { AnalyzedResource, ScoreStatistics } from "../analytics.ts";
import { type Measured, measureRows, type MeasuredRow } from "../measure-rows.ts";
import type { Database } from "./database.ts";
import { joinScores } from "./score-joins.ts";

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
  const rows = resource === "scores" ? [] : database.all<MeasuredRow>(rowsOf[resource], json);
  const sql = `
    SELECT c.name, count(*) AS count, avg(c.value) AS average FROM json_each(?1) k ${scoresOf[resource]}
    GROUP BY c.name ORDER BY count(*) DESC LIMIT ${scoreNames}`;
  return measureRows(rows, database.all<ScoreStatistics>(sql, json), scale);
}
