import type { AnalyzedResource, FacetField, FacetRequest } from "../../analytics.ts";
import {
  type CountedFacets,
  readBoolean,
  type ReadFacet,
  readMetadata,
  readNumber,
  readTags,
  readText,
  tallyDifferent,
} from "../facet-values.ts";
import { apiKeyNameOf } from "../../recorded/step-expressions.ts";
import { ofPrompt } from "../../recorded/generations.ts";
import { jsonValueAt } from "../../lists/postgres/json-path.ts";
import { payloadOfRow } from "../../session/postgres/rows-by.ts";
import type { ChosenRecords } from "../../lists/postgres/record-sample.ts";
import type { Fragment } from "../../session/postgres/session.ts";
import { labelOfScore, scoresOfOwners, scoresOfThreads, subjectOf } from "../../recorded/postgres/score-joins.ts";

interface FacetSource {
  /** For each facet, the SQL expression of its value: a text, a boolean (0 or 1) or null. */
  readonly values: { readonly [field in FacetField]?: string };
  readonly metadata?: { readonly value: string; readonly join: string };
  /**
   * For threads: query for the steps of the selected threads, because scores of a step also count as scores of its
   * thread. Each row contains the key of the thread and the id of a step. Absent for other kinds of records.
   */
  readonly parts?: string;
}

const payload = (value: string): NonNullable<FacetSource["metadata"]> => ({
  value,
  join: `LEFT JOIN LATERAL ${payloadOfRow("r")} p ON TRUE`,
});
const failingSteps =
  "EXISTS (SELECT 1 FROM steps s WHERE s.project_id = @project AND s.thread_id = r.id AND s.error IS NOT NULL)::int::text";

const steps: FacetSource = {
  values: {
    type: "r.type",
    name: "r.name",
    environment: "r.environment",
    apiKey: apiKeyNameOf("r"),
    error: "(r.error IS NOT NULL)::int::text",
    tags: "r.tags",
    model: "r.model",
    provider: "r.provider",
    promptLineage: ofPrompt("l.name", "r.prompt_id"),
    participant: "r.participant",
  },
  metadata: payload("p.metadata"),
};

const sources: Readonly<Record<AnalyzedResource, FacetSource>> = {
  steps,
  runs: steps,
  generations: {
    ...steps,
    values: {
      ...steps.values,
      type: "r.generation_type",
      stepType: "r.type",
      error: "(r.generation_error IS NOT NULL)::int::text",
      tags: "r.generation_tags",
    },
    metadata: payload("(threadline_json(p.generation) -> 'metadata')::text"),
  },
  threads: {
    values: {
      name: "r.name",
      environment: "r.environment",
      error: failingSteps,
      tags: "r.tags",
      participant: "r.participant",
    },
    metadata: { value: "r.metadata", join: "" },
    parts: `
      SELECT r.key, s.id FROM chosen r CROSS JOIN LATERAL (
        SELECT s.id FROM steps s WHERE s.project_id = @project AND s.thread_id = r.id OFFSET 0
      ) s`,
  },
  scores: {
    values: {
      type: "r.type",
      name: "r.name",
      tags: "r.tags",
      scorer: "r.scorer",
      label: "r.label",
      value: "r.value::text",
      participant: `CASE WHEN r.thread_id IS NOT NULL
        THEN (SELECT t.participant FROM threads t WHERE t.project_id = @project AND t.id = r.thread_id)
        ELSE (SELECT s.participant FROM steps s WHERE s.project_id = @project AND s.id = ${subjectOf("r")}) END`,
    },
  },
};

const ownReaders: { readonly [field in FacetField]?: ReadFacet } = {
  error: readBoolean,
  tags: readTags,
  value: readNumber,
};

interface Reader {
  readonly value: Fragment;
  readonly join: string;
  readonly read: ReadFacet;
}

interface Row {
  readonly place: number;
  readonly value: string | null;
  readonly count: number;
}

const ofAll = -1;

/** Place of the rows that count scores for the facet at `index`. */
function placeOfScores(index: number): number {
  return -2 - index;
}

export async function countFacets(
  { session, project, select }: ChosenRecords,
  resource: AnalyzedResource,
  facets: readonly FacetRequest[],
): Promise<CountedFacets> {
  const source = sources[resource];
  const readers = facets.map((facet) => readerOf(source, facet));
  const single = readers.filter((reader) => reader !== undefined);
  const names = single.map((_, index) => `value${index}`);
  const joins = [...new Set(single.map(({ join }) => join))].join(" ");
  const columns = single.map(({ value }, index) => `${value.sql} AS value${index}`);
  const chosen = select(
    {
      sql: ["r.project_id", "r.key", "r.id", ...columns].join(", "),
      parameters: single.flatMap(({ value }) => [...value.parameters]),
    },
    joins,
  );
  const counts = [`SELECT ${ofAll} AS place, NULL AS value, count(*) AS count FROM chosen`];
  if (single.length > 0) {
    const sets = names.map((name) => `(${name})`).join(", ");
    // With `GROUPING SETS`, each row counts a value of one column, and is null in all other columns. `coalesce`
    // therefore returns the counted value.
    counts.push(`SELECT grouping(${names.join(", ")}), coalesce(${names.join(", ")}, NULL), count(*) FROM chosen
      GROUP BY GROUPING SETS (${sets})`);
  }
  const isJudged = readers.includes(undefined);
  const scores =
    source.parts === undefined ? scoresOfOwners("chosen", "o.key") : scoresOfThreads("chosen", "parts", "o.key");
  const ofProject = source.parts === undefined ? [project, project] : [project, project, project];
  const judged = facets.flatMap(({ field, path }, index) => {
    if (readers[index] !== undefined) return [];
    const isOfLabels = field === "scoreLabel";
    const values = isOfLabels
      ? `(SELECT c.key, ${labelOfScore} AS value FROM ${scores} c WHERE c.name = ?)`
      : `(SELECT c.key, c.name AS value FROM ${scores} c)`;
    counts.push(`SELECT ${placeOfScores(index)}, c.value, count(DISTINCT c.key) FROM ${values} c
      WHERE c.value IS NOT NULL GROUP BY GROUPING SETS ((c.value), ())`);
    return [...ofProject, ...(isOfLabels ? [path ?? ""] : [])];
  });
  const owned = isJudged && source.parts !== undefined ? `, parts AS MATERIALIZED (${source.parts})` : "";
  const rows = await session.all<Row>(
    `WITH chosen AS MATERIALIZED (${chosen.sql})${owned} ${counts.join(" UNION ALL ")}`,
    ...chosen.parameters,
    ...judged,
  );
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  const count = byPlace.get(ofAll)?.[0]?.count ?? 0;
  return {
    count,
    facets: readers.map((reader, index) => {
      const place = reader === undefined ? placeOfScores(index) : placeOf(single.indexOf(reader), single.length);
      return tallyRows(byPlace.get(place) ?? [], count, reader);
    }),
  };
}

/**
 * Returns PostgreSQL's `grouping` value for the rows that contain the counts of a column. The value has one bit per
 * column: 0 for the counted column, and 1 for all others.
 */
function placeOf(column: number, columns: number): number {
  return 2 ** columns - 1 - 2 ** (columns - 1 - column);
}

function tallyRows(rows: readonly Row[], count: number, reader: Reader | undefined): CountedFacets["facets"][number] {
  const counts = new Map<string, number>();
  if (reader !== undefined) {
    const missing = tallyDifferent(
      counts,
      rows.map((row) => [row.value, row.count]),
      reader.read,
    );
    return { counts, missing };
  }
  let judged = 0;
  for (const row of rows) {
    if (row.value === null) judged = row.count;
    else counts.set(JSON.stringify(row.value), row.count);
  }
  return { counts, missing: count - judged };
}

function readerOf(source: FacetSource, { field, path }: FacetRequest): Reader | undefined {
  if (field === "scoreName" || field === "scoreLabel") return undefined;
  const { metadata } = source;
  if (field === "metadata" && metadata !== undefined) {
    const value = jsonValueAt(metadata.value, path);
    return {
      value: { sql: `(${value.sql})::text`, parameters: value.parameters },
      join: metadata.join,
      read: readMetadata,
    };
  }
  const sql = source.values[field];
  if (sql === undefined) throw new Error(`The field ${field} has no facet.`);
  return { value: { sql, parameters: [] }, join: "", read: ownReaders[field] ?? readText };
}
