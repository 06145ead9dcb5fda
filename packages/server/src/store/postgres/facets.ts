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
import { jsonValueAt } from "./json-path.ts";
import type { Fragment, Session } from "./session.ts";
import { ofStep } from "./payload-rows.ts";
import { joinScores, joinSteps, subjectOf } from "./subject-scores.ts";

/** How the rows of one resource, `r`, lead to the values of its fields. */
interface FacetSource {
  readonly table: string;
  /** Expressions for one text, boolean (0 or 1) or null. */
  readonly values: { readonly [field in FacetField]?: string };
  /** The JSON text that holds the metadata. */
  readonly metadata?: string;
  /** Joins the scores `c` of the record. */
  readonly scores?: string;
}

const payload = (value: string): string => `(SELECT ${value} FROM step_payloads p WHERE ${ofStep("r")})`;
const promptLineage =
  "(SELECT l.name FROM prompt_versions v JOIN prompt_lineages l ON l.project_id = v.project_id AND l.id = v.lineage_id " +
  "WHERE v.project_id = r.project_id AND v.id = r.prompt_id)";
const failingSteps =
  "EXISTS (SELECT 1 FROM steps s WHERE s.project_id = r.project_id AND s.thread_id = r.id AND s.error IS NOT NULL)::int";

const steps: FacetSource = {
  table: "steps",
  values: {
    type: "r.type",
    name: "r.name",
    environment: "r.environment",
    error: "(r.error IS NOT NULL)::int",
    tags: "r.tags",
    model: "r.model",
    provider: "r.provider",
    promptLineage,
    participant: "r.participant",
  },
  metadata: payload("p.metadata"),
  scores: joinScores("r"),
};

const sources: Readonly<Record<AnalyzedResource, FacetSource>> = {
  steps,
  runs: steps,
  generations: {
    ...steps,
    values: {
      ...steps.values,
      type: "r.generation_type",
      error: "(r.generation_error IS NOT NULL)::int",
      tags: "r.generation_tags",
    },
    metadata: payload("(threadline_json(p.generation) -> 'metadata')::text"),
  },
  threads: {
    table: "threads",
    values: {
      name: "r.name",
      environment: "r.environment",
      error: failingSteps,
      tags: "r.tags",
      participant: "r.participant",
    },
    metadata: "r.metadata",
    scores: `${joinSteps} ${joinScores("s")}`,
  },
  scores: {
    table: "scores",
    values: {
      type: "r.type",
      name: "r.name",
      tags: "r.tags",
      scorer: "r.scorer",
      label: "r.label",
      participant: `(SELECT s.participant FROM steps s WHERE s.project_id = r.project_id AND s.id = ${subjectOf("r")})`,
    },
  },
};

interface Reader {
  readonly value: Fragment;
  readonly read: ReadFacet;
}

type Row = { readonly [column: string]: FacetColumn };

export interface FacetOptions {
  readonly facets: readonly FacetRequest[];
  readonly limit: number;
  /** How many records each of the keys stands for. */
  readonly scale: number;
}

/** Counts the values of some fields among records. */
export async function countFacets(
  session: Session,
  project: number,
  { resource, keys }: { readonly resource: AnalyzedResource; readonly keys: readonly number[] },
  { facets, limit, scale }: FacetOptions,
): Promise<Facet[]> {
  const source = sources[resource];
  const readers = facets.map((facet) => readerOf(source, facet));
  const single = readers.filter((reader) => reader !== undefined);
  const columns = single.map(({ value }, index) => `${value.sql} AS value${index}`);
  const sql = `SELECT ${columns.join(", ")} FROM ${source.table} r WHERE r.project_id = ? AND r.key = ANY(?)`;
  const parameters = single.flatMap(({ value }) => [...value.parameters]);
  const rows = single.length === 0 ? [] : await session.all<Row>(sql, ...parameters, project, keys);
  const scores = readers.includes(undefined) ? await countScoreNames(session, project, source, keys) : undefined;

  return facets.map((facet, place) => {
    const reader = readers[place];
    if (reader === undefined) {
      return toFacet(facet, { counts: new Map(scores?.counts), missing: scores?.missing ?? 0, limit, scale });
    }
    const counts = new Map<string, number>();
    const column = `value${single.indexOf(reader)}`;
    const values = rows.map((row) => row[column] ?? null);
    const missing = tally(counts, values, reader.read);
    return toFacet(facet, { counts, missing, limit, scale });
  });
}

/** How many of the records have a score of each name, and how many have none. */
async function countScoreNames(
  session: Session,
  project: number,
  { table, scores = "" }: FacetSource,
  keys: readonly number[],
): Promise<{ readonly counts: Map<string, number>; readonly missing: number }> {
  const from = `FROM ${table} r ${scores} WHERE r.project_id = ? AND r.key = ANY(?)`;
  const names = await session.all<{ name: string; count: number }>(
    `SELECT c.name, count(DISTINCT r.key) AS count ${from} GROUP BY 1`,
    project,
    keys,
  );
  const judged = await session.get<{ count: number }>(`SELECT count(DISTINCT r.key) AS count ${from}`, project, keys);
  return {
    counts: new Map(names.map(({ name, count }) => [JSON.stringify(name), count])),
    missing: keys.length - (judged?.count ?? 0),
  };
}

/** Undefined for the names of scores, which are rows of their own. */
function readerOf(source: FacetSource, { field, path }: FacetRequest): Reader | undefined {
  if (field === "scoreName") return undefined;
  if (field === "metadata" && source.metadata !== undefined) {
    const value = jsonValueAt(source.metadata, path);
    return { value: { sql: `(${value.sql})::text`, parameters: value.parameters }, read: readMetadata };
  }
  const sql = source.values[field];
  if (sql === undefined) throw new Error(`The records have no values of ${field}.`);
  const read = field === "error" ? readBoolean : field === "tags" ? readTags : readText;
  return { value: { sql, parameters: [] }, read };
}
