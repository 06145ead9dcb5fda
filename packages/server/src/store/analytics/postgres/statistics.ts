import type { AnalyzedResource } from "../../analytics.ts";
import { measuredShares, type RecordSums } from "../measure-rows.ts";
import type { ChosenRecords } from "../../lists/postgres/record-sample.ts";
import type { Parameter } from "../../session/postgres/session.ts";
import { scoresOfOwners, scoresOfThreads } from "../../recorded/postgres/score-joins.ts";

const tokens = (generation: string): string => `
  coalesce(${generation}.given_input_token_count, ${generation}.input_token_estimate) AS input_tokens,
  coalesce(${generation}.given_output_token_count, ${generation}.output_token_estimate) AS output_tokens,
  ${generation}.token_count AS tokens, ${generation}.cost, ${generation}.tt_first_token AS first_token`;

/**
 * SQL expression of the milliseconds between two times; null if a time is missing. For a missing time, `greatest` alone
 * would return 0, because it ignores null.
 */
const between = (from: string, to: string): string =>
  `CASE WHEN ${from} IS NOT NULL AND ${to} IS NOT NULL THEN greatest(${to} - ${from}, 0) END`;

interface Measures {
  readonly columns: string;
  /** Joins of further tables that `columns` uses. */
  readonly joins?: string;
  readonly rows?: string;
  /**
   * Name of the subquery with the records whose scores are averaged. `chosen`: the selected records. `parts`: the steps
   * of the selected threads, in addition to the threads. Null: the selected records are scores themselves.
   */
  readonly owners: "chosen" | "parts" | null;
}

const noTotals = "NULL::float8 AS total_tokens, NULL::float8 AS total_cost";
const ofStep = `r.id, (r.error IS NOT NULL)::int AS error, ${between("r.start_time", "r.end_time")} AS latency, ${tokens("r")}`;
const nothing = `NULL::float8 AS input_tokens, NULL::float8 AS output_tokens, NULL::float8 AS tokens,
  NULL::float8 AS cost, NULL::float8 AS first_token, ${noTotals}`;
const failed =
  "EXISTS (SELECT 1 FROM steps s WHERE s.project_id = @project AND s.thread_id = r.id AND s.error IS NOT NULL)::int";

const measures: Readonly<Record<AnalyzedResource, Measures>> = {
  steps: { columns: `${ofStep}, ${noTotals}`, owners: "chosen" },
  runs: {
    columns: `${ofStep}, u.token_count AS total_tokens, u.cost AS total_cost`,
    joins: "LEFT JOIN step_usages u ON u.project_id = r.project_id AND u.step = r.key",
    owners: "chosen",
  },
  generations: {
    columns: `r.id, (r.generation_error IS NOT NULL)::int AS error, CASE WHEN r.duration < 0 THEN 0 ELSE r.duration * 1000 END AS latency, ${tokens("r")}, ${noTotals}`,
    owners: "chosen",
  },
  // A thread has one row with its error and latency. Each of its generations has a row with tokens, cost and time to
  // first token.
  threads: {
    columns: `r.project_id, r.id, ${failed} AS error, ${between("r.first_start", "r.last_end")} AS latency`,
    rows: `(
      SELECT error, latency, ${nothing} FROM chosen
      UNION ALL SELECT 0, NULL, input_tokens, output_tokens, tokens, cost, first_token, ${noTotals}
      FROM parts WHERE is_generation)`,
    owners: "parts",
  },
  scores: { columns: `r.name, r.value, 0 AS error, NULL::float8 AS latency, ${nothing}`, owners: null },
};

const parts = `
  SELECT s.id, s.generation_type IS NOT NULL AS is_generation, ${tokens("s")}
  FROM chosen r CROSS JOIN LATERAL (
    SELECT s.* FROM steps s WHERE s.project_id = @project AND s.thread_id = r.id OFFSET 0
  ) s`;

const maxScoreNames = 100;
const shares = `ARRAY[${measuredShares.join(", ")}]`;

export async function measure(
  { session, project, select }: ChosenRecords,
  resource: AnalyzedResource,
): Promise<RecordSums> {
  const { columns, joins, rows = "chosen", owners } = measures[resource];
  const chosen = select({ sql: columns, parameters: [] }, joins);
  const isOfThreads = owners === "parts";
  const scores = isOfThreads ? scoresOfThreads("chosen", "parts") : scoresOfOwners("chosen");
  const judged = owners === null ? "chosen c" : `${scores} c`;
  const found = await session.get<RecordSums>(
    `WITH chosen AS MATERIALIZED (${chosen.sql})${isOfThreads ? `, parts AS MATERIALIZED (${parts})` : ""}
    SELECT (SELECT count(*) FROM chosen) AS count, coalesce(sum(error), 0)::float8 AS errors,
      coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens,
      coalesce(sum(tokens), 0) AS tokens, sum(cost) AS cost, sum(total_tokens) AS total_tokens,
      sum(total_cost) AS total_cost,
      coalesce(percentile_disc(${shares}) WITHIN GROUP (ORDER BY latency::float8), '{}') AS latencies,
      coalesce(percentile_disc(${shares}) WITHIN GROUP (ORDER BY first_token), '{}') AS first_tokens, (
        SELECT coalesce(json_agg(s), '[]') FROM (
          SELECT c.name, count(*) AS count, avg(c.value) AS average FROM ${judged}
          GROUP BY c.name ORDER BY count(*) DESC LIMIT ${maxScoreNames}
        ) s
      ) AS scores
    FROM ${rows} m`,
    ...chosen.parameters,
    ...(owners === null ? [] : ([project, project] satisfies Parameter[])),
    ...(isOfThreads ? [project] : []),
  );
  if (found === undefined) throw new Error("The statistics query returned no row.");
  return found;
}
