import type { AnalyzedResource, ScoreStatistics } from "../../analytics.ts";
import { addUp, type MeasuredRow, type RecordSums } from "../measure-rows.ts";
import type { SampledKeys } from "../../lists/sqlite/record-sample.ts";
import { joinScoresOf, joinScoresOfThread } from "../../recorded/sqlite/score-joins.ts";

const ofGeneration = `
  coalesce(g.given_input_token_count, g.input_token_estimate) AS inputTokens,
  coalesce(g.given_output_token_count, g.output_token_estimate) AS outputTokens, g.token_count AS tokens, g.cost AS cost,
  g.tt_first_token AS firstToken`;

const ofSteps = (totals: string): string => `
  SELECT r.id AS subject, r.error IS NOT NULL AS error, max(r.end_time - r.start_time, 0) AS latency, ${ofGeneration},
    ${totals}
  FROM json_each(?1) k CROSS JOIN steps r ON r.key = k.value LEFT JOIN generations g ON g.step = r.key`;

const noTotals = "NULL AS totalTokens, NULL AS totalCost";

/**
 * Queries whose rows are measured. A step, run or generation has one row. A thread has one row with its error and
 * latency, and one row for each of its generations.
 */
const rowsOf: Readonly<Record<Exclude<AnalyzedResource, "scores">, string>> = {
  steps: ofSteps(noTotals),
  runs: ofSteps("r.usage_token_count AS totalTokens, r.usage_cost AS totalCost"),
  generations: `
    SELECT r.id AS subject, g.error IS NOT NULL AS error, max(g.duration * 1000, 0) AS latency, ${ofGeneration},
      ${noTotals}
    FROM json_each(?1) k CROSS JOIN generations g ON g.step = k.value JOIN steps r ON r.key = k.value`,
  threads: `
    SELECT NULL AS subject, EXISTS (SELECT 1 FROM steps s WHERE s.thread = r.key AND s.error IS NOT NULL) AS error,
      max(r.last_end - r.first_start, 0) AS latency, NULL AS inputTokens, NULL AS outputTokens, NULL AS tokens,
      NULL AS cost, NULL AS firstToken, ${noTotals}
    FROM json_each(?1) k CROSS JOIN threads r ON r.key = k.value
    UNION ALL
    SELECT NULL, 0, NULL, ${ofGeneration}, ${noTotals}
    FROM json_each(?1) k CROSS JOIN steps s ON s.thread = k.value JOIN generations g ON g.step = s.key`,
};

const ofSubjects = joinScoresOf("?2", "k.value");
const scoresOf: Readonly<Record<AnalyzedResource, string>> = {
  steps: ofSubjects,
  runs: ofSubjects,
  generations: ofSubjects,
  threads: `CROSS JOIN threads r ON r.key = k.value ${joinScoresOfThread}`,
  scores: "CROSS JOIN scores c ON c.key = k.value",
};

const maxScoreNames = 100;

export function measure({ database, project, keys }: SampledKeys, resource: AnalyzedResource): RecordSums {
  const json = JSON.stringify(keys);
  const rows = resource === "scores" ? [] : database.allArrays<SubjectRow>(rowsOf[resource], json);
  const hasSubjects = scoresOf[resource] === ofSubjects;
  const scores = database.all<ScoreStatistics>(
    `SELECT c.name, count(*) AS count, avg(c.value) AS average FROM json_each(?1) k ${scoresOf[resource]}
     GROUP BY c.name ORDER BY count(*) DESC LIMIT ${maxScoreNames}`,
    ...(hasSubjects ? [JSON.stringify(rows.map(([subject]) => subject)), project] : [json]),
  );
  return { ...addUp(rows.map(toMeasured)), count: keys.length, scores };
}

type SubjectRow = readonly [
  subject: string | null,
  error: number,
  latency: number | null,
  inputTokens: number | null,
  outputTokens: number | null,
  tokens: number | null,
  cost: number | null,
  firstToken: number | null,
  totalTokens: number | null,
  totalCost: number | null,
];

function toMeasured([, error, latency, ...rest]: SubjectRow): MeasuredRow {
  const [inputTokens, outputTokens, tokens, cost, firstToken, totalTokens, totalCost] = rest;
  return { error, latency, inputTokens, outputTokens, tokens, cost, firstToken, totalTokens, totalCost };
}
