import type { AnalyzedResource, ScoreStatistics } from "../analytics.ts";
import { type Measured, measureRows, type MeasuredRow } from "../measure-rows.ts";
import type { Session } from "./session.ts";
import { joinScores, joinSteps } from "./subject-scores.ts";

const tokens = (generation: string): string => `
  coalesce(${generation}.given_input_token_count, ${generation}.input_token_estimate) AS input_tokens,
  coalesce(${generation}.given_output_token_count, ${generation}.output_token_estimate) AS output_tokens,
  ${generation}.token_count AS tokens, ${generation}.cost, ${generation}.tt_first_token AS first_token`;

/** Milliseconds between two times; `greatest` passes over null. */
const between = (from: string, to: string): string =>
  `CASE WHEN ${from} IS NOT NULL AND ${to} IS NOT NULL THEN greatest(${to} - ${from}, 0) END`;

const ofSteps = `
  SELECT (r.error IS NOT NULL)::int AS error, ${between("r.start_time", "r.end_time")} AS latency, ${tokens("r")}
  FROM steps r WHERE r.project_id = $1 AND r.key = ANY($2)`;

/** A thread counts once for its error and latency; its generations bring the rest. */
const rowsOf: Readonly<Record<Exclude<AnalyzedResource, "scores">, string>> = {
  steps: ofSteps,
  runs: ofSteps,
  generations: `
    SELECT (r.generation_error IS NOT NULL)::int AS error, r.duration * 1000 AS latency, ${tokens("r")}
    FROM steps r WHERE r.project_id = $1 AND r.key = ANY($2)`,
  threads: `
    SELECT EXISTS (
        SELECT 1 FROM steps s WHERE s.project_id = r.project_id AND s.thread_id = r.id AND s.error IS NOT NULL
      )::int AS error, ${between("r.first_start", "r.last_end")} AS latency, NULL::float8 AS input_tokens,
      NULL::float8 AS output_tokens, NULL::float8 AS tokens, NULL::float8 AS cost, NULL::float8 AS first_token
    FROM threads r WHERE r.project_id = $1 AND r.key = ANY($2)
    UNION ALL
    SELECT 0, NULL, ${tokens("s")} FROM threads r ${joinSteps}
    WHERE r.project_id = $1 AND r.key = ANY($2) AND s.generation_type IS NOT NULL`,
};

const scoresOf: Readonly<Record<AnalyzedResource, string>> = {
  steps: `steps r ${joinScores("r")}`,
  runs: `steps r ${joinScores("r")}`,
  generations: `steps r ${joinScores("r")}`,
  threads: `threads r ${joinSteps} ${joinScores("s")}`,
  scores: "scores r CROSS JOIN LATERAL (SELECT r.name, r.value) c",
};

/** How many names of scores are told. */
const scoreNames = 100;

/** Adds up records. `scale` is how many records each of them stands for. */
export async function measure(
  session: Session,
  project: number,
  { resource, keys }: { readonly resource: AnalyzedResource; readonly keys: readonly number[] },
  scale: number,
): Promise<Measured> {
  const rows = resource === "scores" ? [] : await session.all<MeasuredRow>(rowsOf[resource], project, keys);
  const scores = await session.all<ScoreStatistics>(
    `SELECT c.name, count(*) AS count, avg(c.value) AS average FROM ${scoresOf[resource]}
     WHERE r.project_id = ? AND r.key = ANY(?) GROUP BY c.name ORDER BY count(*) DESC LIMIT ${scoreNames}`,
    project,
    keys,
  );
  return measureRows(rows, scores, scale);
}
