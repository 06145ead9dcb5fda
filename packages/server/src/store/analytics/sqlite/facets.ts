import type { AnalyzedResource, FacetField, FacetRequest } from "../../analytics.ts";
import {
  type CountedFacets,
  type FacetColumn,
  readBoolean,
  type ReadFacet,
  readMetadata,
  readNumber,
  readTags,
  readText,
  tally,
} from "../facet-values.ts";
import type { SampledKeys } from "../../lists/sqlite/record-sample.ts";
import type { Fragment, Database, Parameter } from "../../session/sqlite/database.ts";
import { apiKeyNameOf } from "../../recorded/step-expressions.ts";
import { ofPrompt } from "../../recorded/generations.ts";
import { contentColumns } from "../../ingest/sqlite/packed-payload.ts";
import { jsonValueAt } from "../../lists/sqlite/json-path.ts";
import { joinScoresOf, labelOf, joinScoresOfThread, threadOfScore } from "../../recorded/sqlite/score-joins.ts";

interface FacetSource {
  readonly record: string;
  readonly joins: { readonly [alias: string]: string };
  /**
   * For each facet, the SQL expression of its value, which is a text, a number, a boolean (0 or 1) or null. `joins`
   * contains the aliases of the joins that the expression needs.
   */
  readonly values: { readonly [field in FacetField]?: { readonly sql: string; readonly joins: readonly string[] } };
  readonly metadata?: { readonly sql: string; readonly joins: readonly string[] };
  readonly subject?: { readonly sql: string; readonly joins: readonly string[] };
  /**
   * For threads: SQL that joins the scores `c` of a thread and of its steps. Absent for other records: their scores are
   * read by the id in `subject`.
   */
  readonly scores?: string;
}

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
    apiKey: { sql: apiKeyNameOf("r"), joins: [] },
    error: { sql: "r.error IS NOT NULL", joins: [] },
    model: { sql: "g.model", joins: ["g"] },
    provider: { sql: "g.provider", joins: ["g"] },
    promptLineage: { sql: ofPrompt("l.name", "g.prompt_id"), joins: ["g"] },
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
      p: "LEFT JOIN step_payloads p ON p.step = r.step LEFT JOIN generation_payloads q ON q.step = r.step",
    },
    values: {
      type: { sql: "r.type", joins: [] },
      stepType: { sql: "s.type", joins: ["s"] },
      environment: { sql: "s.environment", joins: ["s"] },
      apiKey: { sql: apiKeyNameOf("s"), joins: ["s"] },
      error: { sql: "r.error IS NOT NULL", joins: [] },
      model: { sql: "r.model", joins: [] },
      provider: { sql: "r.provider", joins: [] },
      promptLineage: { sql: ofPrompt("l.name", "g.prompt_id"), joins: ["g"] },
      participant: { sql: "r.participant", joins: [] },
    },
    metadata: { sql: `${contentColumns.generation} -> '$.metadata'`, joins: ["p"] },
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
      value: { sql: "r.value", joins: [] },
      participant: {
        sql: `(SELECT participant FROM threads WHERE key = ${threadOfScore("r")})`,
        joins: [],
      },
    },
  },
};

export function countFacets(
  { database, project, keys }: SampledKeys,
  resource: AnalyzedResource,
  facets: readonly FacetRequest[],
): CountedFacets {
  const source = sources[resource];
  const readers = facets.map((facet) => readerOf(source, facet));
  const single = readers.filter((reader) => reader !== undefined);
  const subject = readers.includes(undefined) ? source.subject : undefined;
  const aliases = [...single.flatMap((reader) => reader.joins), ...(subject?.joins ?? [])];
  const joins = [...new Set(aliases)].map((alias) => source.joins[alias]);
  // One pass for all facets, because each further pass would read the pages of all records again.
  const columns = [...single.map(({ value }) => value.sql), ...(subject === undefined ? [] : [subject.sql])];
  const sql = `SELECT ${columns.join(", ")} FROM json_each(?) k ${source.record} ${joins.join(" ")}`;
  const parameters = single.flatMap(({ value }) => [...value.parameters]);
  const list = JSON.stringify(keys);
  const rows = columns.length === 0 ? [] : database.allArrays<FacetColumn[]>(sql, ...parameters, list);

  const counted = readers.map((reader, index) => {
    if (reader === undefined) {
      const facet = facets[index];
      const judged =
        subject === undefined
          ? countScores(database, facet, `${source.record} ${source.scores}`, list)
          : countScores(
              database,
              facet,
              joinScoresOf("?2", "k.value"),
              JSON.stringify(rows.map((row) => row[single.length])),
              project,
            );
      return { counts: judged.counts, missing: keys.length - judged.count };
    }
    const counts = new Map<string, number>();
    const column = single.indexOf(reader);
    const missing = tally(
      counts,
      rows.map((row) => row[column] ?? null),
      reader.read,
    );
    return { counts, missing };
  });
  return { count: keys.length, facets: counted };
}

/**
 * Returns for each score name, or for each label of the scores of one name, how many records have such a score, and how
 * many records have any. `joins` joins the scores as `c` to the record keys `k`.
 */
function countScores(
  database: Database,
  facet: FacetRequest | undefined,
  joins: string,
  ...parameters: Parameter[]
): { readonly counts: ReadonlyMap<string, number>; readonly count: number } {
  const isOfLabels = facet?.field === "scoreLabel";
  const label = labelOf("c");
  const [value, where] = isOfLabels
    ? [label, `WHERE c.name = ?${parameters.length + 1} AND ${label} IS NOT NULL`]
    : ["c.name", ""];
  const sql = `SELECT DISTINCT k.key, ${value} FROM json_each(?1) k ${joins} ${where}`;
  const rows = database.allArrays<[number, string]>(sql, ...parameters, ...(isOfLabels ? [facet.path ?? ""] : []));
  const counts = new Map<string, number>();
  for (const [, text] of rows) counts.set(JSON.stringify(text), (counts.get(JSON.stringify(text)) ?? 0) + 1);
  return { counts, count: new Set(rows.map(([record]) => record)).size };
}

interface Reader {
  readonly value: Fragment;
  readonly joins: readonly string[];
  readonly read: ReadFacet;
}

function readerOf(source: FacetSource, { field, path }: FacetRequest): Reader | undefined {
  if (field === "scoreName" || field === "scoreLabel") return undefined;
  if (field === "tags") return { value: { sql: "r.tags", parameters: [] }, joins: [], read: readTags };
  if (field === "metadata" && source.metadata !== undefined) {
    return { value: jsonValueAt(source.metadata.sql, path), joins: source.metadata.joins, read: readMetadata };
  }
  const value = source.values[field];
  if (value === undefined) throw new Error(`The field ${field} has no facet.`);
  const read = field === "error" ? readBoolean : field === "value" ? readNumber : readText;
  return { value: { sql: value.sql, parameters: [] }, joins: value.joins, read };
}
