import type { AnalyzedResource, Facet, FacetField, FacetRequest, FacetValue } from "../analytics.ts";
import type { JsonValue } from "../json.ts";
import { foldCase } from "../fold-case.ts";
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
  /** The JSON texts of the values in a column. */
  readonly read: (value: string | number | null) => readonly string[];
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

function readText(value: string | number | null): readonly string[] {
  return value === null ? [] : [JSON.stringify(value)];
}

function readBoolean(value: string | number | null): readonly string[] {
  return [value === 1 ? "true" : "false"];
}

function readTags(value: string | number | null): readonly string[] {
  if (value === null) return [];
  // The column holds the record's tags.
  const tags = JSON.parse(String(value)) as readonly string[];
  return [...new Set(tags)].map((tag) => JSON.stringify(tag));
}

function readMetadata(value: string | number | null): readonly string[] {
  const text = String(value);
  return value === null || text === "null" || text.startsWith("{") || text.startsWith("[") ? [] : [text];
}

/** Counts the values of each row; returns how many rows have none. */
function tally(counts: Map<string, number>, rows: readonly Row[], read: (row: Row) => readonly string[]): number {
  let missing = 0;
  for (const row of rows) {
    const values = read(row);
    if (values.length === 0) missing += 1;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return missing;
}

function toFacet(
  { field, path, search }: FacetRequest,
  found: {
    readonly counts: Map<string, number>;
    readonly missing: number;
    readonly limit: number;
    readonly scale: number;
  },
): Facet {
  const { counts, missing, limit, scale } = found;
  const needle = foldCase(search ?? "");
  const values: FacetValue[] = [...counts].map(([text, count]) => {
    const json = JSON.parse(text) as JsonValue; // the values were made JSON above
    return { json, value: typeof json === "string" ? json : text, count: Math.round(count * scale) };
  });
  const wanted = needle === "" ? values : values.filter(({ value }) => foldCase(value).includes(needle));
  return {
    field,
    path: path ?? null,
    values: wanted
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, limit),
    valueCount: wanted.length,
    missingCount: Math.round(missing * scale),
  };
}
