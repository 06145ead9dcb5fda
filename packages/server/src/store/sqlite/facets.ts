import type { AnalyzedResource, Facet, FacetField, FacetRequest } from "../analytics.ts";
import { readBoolean, type ReadFacet, readMetadata, readTags, readText, tally, toFacet } from "../facet-values.ts";
import type { Fragment } from "./condition.ts";
import type { Database } from "./database.ts";
import { jsonValueAt } from "./json-path.ts";
import { joinScores } from "./score-joins.ts";

/** How the rows of one resource lead to the values of its fields; each value is JSON text, or a list of them. */
interface FacetSource {
  /** Joins the record `r` to the keys `k`. */
  readonly record: string;
  readonly joins: { readonly [alias: string]: string };
  /** Expressions for one text, boolean (0 or 1) or null. */
  readonly values: { readonly [field in FacetField]?: { readonly sql: string; readonly joins: readonly string[] } };
  /** The JSON text that holds the metadata. */
  readonly metadata?: { readonly sql: string; readonly joins: readonly string[] };
  /** Rows of scores `c`, of the record `r`. */
  readonly scores?: string;
}

const ofPrompt =
  "(SELECT l.name FROM promptVersions v JOIN promptLineages l ON l.project = v.project AND l.id = v.lineageId " +
  "WHERE v.project = r.project AND v.id = g.promptId)";

const steps: FacetSource = {
  record: "CROSS JOIN steps r ON r.key = k.value",
  joins: {
    g: "LEFT JOIN generations g ON g.step = r.key",
    t: "LEFT JOIN threads t ON t.key = r.thread",
    p: "LEFT JOIN stepPayloads p ON p.step = r.key",
  },
  values: {
    type: { sql: "r.type", joins: [] },
    name: { sql: "r.name", joins: [] },
    environment: { sql: "r.environment", joins: [] },
    error: { sql: "r.error IS NOT NULL", joins: [] },
    model: { sql: "g.model", joins: ["g"] },
    provider: { sql: "g.provider", joins: ["g"] },
    promptLineage: { sql: ofPrompt, joins: ["g"] },
    participant: { sql: "t.participant", joins: ["t"] },
  },
  metadata: { sql: "p.metadata", joins: ["p"] },
  scores: joinScores("r"),
};

const sources: Readonly<Record<AnalyzedResource, FacetSource>> = {
  steps,
  runs: steps,
  generations: {
    record: "CROSS JOIN generations r ON r.step = k.value",
    joins: {
      s: "LEFT JOIN steps s ON s.key = r.step",
      g: "LEFT JOIN generations g ON g.step = r.step",
      p: "LEFT JOIN generationPayloads p ON p.step = r.step",
    },
    values: {
      type: { sql: "r.type", joins: [] },
      environment: { sql: "s.environment", joins: ["s"] },
      error: { sql: "r.error IS NOT NULL", joins: [] },
      model: { sql: "r.model", joins: [] },
      provider: { sql: "r.provider", joins: [] },
      promptLineage: { sql: ofPrompt, joins: ["g"] },
      participant: { sql: "r.participant", joins: [] },
    },
    metadata: { sql: "p.payload -> '$.metadata'", joins: ["p"] },
    scores: `CROSS JOIN steps s ON s.key = r.step ${joinScores("s")}`,
  },
  threads: {
    record: "CROSS JOIN threads r ON r.key = k.value",
    joins: {},
    values: {
      name: { sql: "r.name", joins: [] },
      environment: { sql: "r.environment", joins: [] },
      error: { sql: "EXISTS (SELECT 1 FROM steps s WHERE s.thread = r.key AND s.error IS NOT NULL)", joins: [] },
      participant: { sql: "r.participant", joins: [] },
    },
    metadata: { sql: "r.metadata", joins: [] },
    scores: `CROSS JOIN steps s ON s.thread = r.key ${joinScores("s")}`,
  },
  scores: {
    record: "CROSS JOIN scores r ON r.key = k.value",
    joins: {},
    values: {
      type: { sql: "r.type", joins: [] },
      name: { sql: "r.name", joins: [] },
      scorer: { sql: "r.scorer", joins: [] },
      label: { sql: "r.label", joins: [] },
      participant: {
        sql:
          "(SELECT t.participant FROM steps s JOIN threads t ON t.key = s.thread " +
          "WHERE s.project = r.project AND s.id = coalesce(r.stepId, r.generationId))",
        joins: [],
      },
    },
  },
};

type Row = { readonly [column: string]: string | number | null };

/** Counts the values of some fields among records. `scale` is how many records each of them stands for. */
export function countFacets(
  database: Database,
  resource: AnalyzedResource,
  keys: readonly number[],
  {
    facets,
    limit,
    scale,
  }: { readonly facets: readonly FacetRequest[]; readonly limit: number; readonly scale: number },
): Facet[] {
  const source = sources[resource];
  const readers = facets.map((facet) => readerOf(source, facet));
  const single = readers.filter((reader) => reader !== undefined);
  const joins = [...new Set(single.flatMap((reader) => reader.joins))].map((alias) => source.joins[alias]);
  const columns = single.map(({ value }, index) => `${value.sql} AS value${index}`);
  const sql = `SELECT ${columns.join(", ")} FROM json_each(?) k ${source.record} ${joins.join(" ")}`;
  const parameters = single.flatMap(({ value }) => [...value.parameters]);
  const json = JSON.stringify(keys);
  const rows = single.length === 0 ? [] : database.all<Row>(sql, ...parameters, json);

  return facets.map((facet, place) => {
    const reader = readers[place];
    const counts = new Map<string, number>();
    let missing: number;
    if (reader === undefined) {
      const names = `
        SELECT c.name, count(DISTINCT k.value) AS count FROM json_each(?1) k ${source.record} ${source.scores} GROUP BY 1`;
      for (const row of database.all<{ name: string; count: number }>(names, json)) {
        counts.set(JSON.stringify(row.name), row.count);
      }
      const judged = `SELECT count(DISTINCT k.value) AS count FROM json_each(?1) k ${source.record} ${source.scores}`;
      missing = keys.length - (database.get<{ count: number }>(judged, json)?.count ?? 0);
    } else {
      const column = `value${single.indexOf(reader)}`;
      missing = tally(counts, rows, (row) => reader.read(row[column] ?? null));
    }
    return toFacet(facet, { counts, missing, limit, scale });
  });
}

interface Reader {
  readonly value: Fragment;
  readonly joins: readonly string[];
  readonly read: ReadFacet;
}

/** Undefined for the names of scores, which are rows of their own. */
function readerOf(source: FacetSource, { field, path }: FacetRequest): Reader | undefined {
  if (field === "scoreName") return undefined;
  if (field === "tags") return { value: { sql: "r.tags", parameters: [] }, joins: [], read: readTags };
  if (field === "metadata" && source.metadata !== undefined) {
    return { value: jsonValueAt(source.metadata.sql, path), joins: source.metadata.joins, read: readMetadata };
  }
  const value = source.values[field];
  if (value === undefined) throw new Error(`The records have no values of ${field}.`);
  const read = field === "error" ? readBoolean : readText;
  return { value: { sql: value.sql, parameters: [] }, joins: value.joins, read };
}
