import type { AnalyzedResource, Facet, FacetField, FacetRequest } from "../analytics.ts";
import {
  type FacetColumn,
  readBoolean,
  type ReadFacet,
  readMetadata,
  readTags,
  readText,
  tally,
  toFacet,
} from "../facet-values.ts";
import type { Fragment } from "../lists/sqlite/fragment.ts";
import type { Database, Parameter } from "./database.ts";
import { jsonValueAt } from "../lists/sqlite/json-path.ts";
import { joinScoresOf, joinScoresOfThread, threadOfScore } from "./score-joins.ts";

/** Expressions of facet values for the rows of one resource; each value is JSON text, or a list. */
interface FacetSource {
  /** Joins the record `r` to the keys `k`. */
  readonly record: string;
  readonly joins: { readonly [alias: string]: string };
  /** Expressions for one text, boolean (0 or 1) or null. */
  readonly values: { readonly [field in FacetField]?: { readonly sql: string; readonly joins: readonly string[] } };
  /** The JSON text that holds the metadata. */
  readonly metadata?: { readonly sql: string; readonly joins: readonly string[] };
  /** Subject of scores, and the joins to it: the step of the record. */
  readonly subject?: { readonly sql: string; readonly joins: readonly string[] };
  /** Rows of scores `c` of a record `r` that has no such id. */
  readonly scores?: string;
}

const ofPrompt =
  "(SELECT l.name FROM prompt_versions v JOIN prompt_lineages l ON l.project_id = v.project_id AND l.id = v.lineage_id " +
  "WHERE v.project_id = r.project_id AND v.id = g.prompt_id)";

const steps: FacetSource = {
  record: "CROSS JOIN steps r ON r.key = k.value",
  joins: {
    g: "LEFT JOIN generations g ON g.step = r.key",
    t: "LEFT JOIN threads t ON t.key = r.thread",
    p: "LEFT JOIN step_payloads p ON p.step = r.key",
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
  subject: { sql: "r.id", joins: [] },
};

const sources: Readonly<Record<AnalyzedResource, FacetSource>> = {
  steps,
  runs: steps,
  generations: {
    record: "CROSS JOIN generations r ON r.step = k.value",
    joins: {
      s: "LEFT JOIN steps s ON s.key = r.step",
      g: "LEFT JOIN generations g ON g.step = r.step",
      p: "LEFT JOIN generation_payloads p ON p.step = r.step",
    },
    values: {
      type: { sql: "r.type", joins: [] },
      stepType: { sql: "s.type", joins: ["s"] },
      environment: { sql: "s.environment", joins: ["s"] },
      error: { sql: "r.error IS NOT NULL", joins: [] },
      model: { sql: "r.model", joins: [] },
      provider: { sql: "r.provider", joins: [] },
      promptLineage: { sql: ofPrompt, joins: ["g"] },
      participant: { sql: "r.participant", joins: [] },
    },
    metadata: { sql: "p.payload -> '$.metadata'", joins: ["p"] },
    subject: { sql: "s.id", joins: ["s"] },
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
    scores: joinScoresOfThread,
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
        sql: `(SELECT participant FROM threads WHERE key = ${threadOfScore("r")})`,
        joins: [],
      },
    },
  },
};

/** Counts the values of some fields among records. `scale` is how many records each of them stands for. */
export function countFacets(
  database: Database,
  project: number,
  { resource, keys }: { readonly resource: AnalyzedResource; readonly keys: readonly number[] },
  {
    facets,
    limit,
    scale,
  }: { readonly facets: readonly FacetRequest[]; readonly limit: number; readonly scale: number },
): Facet[] {
  const source = sources[resource];
  const readers = facets.map((facet) => readerOf(source, facet));
  const single = readers.filter((reader) => reader !== undefined);
  const subject = readers.includes(undefined) ? source.subject : undefined;
  const aliases = [...single.flatMap((reader) => reader.joins), ...(subject?.joins ?? [])];
  const joins = [...new Set(aliases)].map((alias) => source.joins[alias]);
  // One pass for all: each further one would read the pages of all records again.
  const columns = [...single.map(({ value }) => value.sql), ...(subject === undefined ? [] : [subject.sql])];
  const sql = `SELECT ${columns.join(", ")} FROM json_each(?) k ${source.record} ${joins.join(" ")}`;
  const parameters = single.flatMap(({ value }) => [...value.parameters]);
  const rows = columns.length === 0 ? [] : database.allArrays<FacetColumn[]>(sql, ...parameters, JSON.stringify(keys));

  return facets.map((facet, place) => {
    const reader = readers[place];
    const counts = new Map<string, number>();
    if (reader === undefined) {
      const judged =
        subject === undefined
          ? namesOfScores(database, `${source.record} ${source.scores}`, JSON.stringify(keys))
          : namesOfScores(
              database,
              joinScoresOf("?2", "k.value"),
              JSON.stringify(rows.map((row) => row[single.length])),
              project,
            );
      for (const [name, records] of judged.names) counts.set(JSON.stringify(name), records);
      return toFacet(facet, { counts, missing: keys.length - judged.count, limit, scale });
    }
    const column = single.indexOf(reader);
    const values = rows.map((row) => row[column] ?? null);
    const missing = tally(counts, values, reader.read);
    return toFacet(facet, { counts, missing, limit, scale });
  });
}

/** Counts the records with scores of each name, and with any. `joins` is from the list `k` to scores `c`. */
function namesOfScores(
  database: Database,
  joins: string,
  ...parameters: Parameter[]
): { readonly names: ReadonlyMap<string, number>; readonly count: number } {
  const sql = `SELECT DISTINCT k.key, c.name FROM json_each(?1) k ${joins}`;
  const rows = database.allArrays<[number, string]>(sql, ...parameters);
  const names = new Map<string, number>();
  for (const [, name] of rows) names.set(name, (names.get(name) ?? 0) + 1);
  return { names, count: new Set(rows.map(([place]) => place)).size };
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
