import { seriesSample } from "../../analytics.ts";
import { RollupCells } from "../../rollups/rollup-cells.ts";
import type { FactKind } from "../../rollups/rollup-fact.ts";
import type { TimeRange } from "../series-plan.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";
import type { CountedCells } from "../counted-cells.ts";
import { taggedKinds, type TaggedOptions, taggedShare } from "../tagged-cells.ts";
import { selectFacts, toFact } from "../../rollups/sqlite/rollup-facts.ts";

/**
 * Aggregates the records of a project that have one of the tags. Reads the records, because there are no precomputed
 * totals per tag. If more than `seriesSample` records of a kind match, reads a sample, and scales its totals to all
 * matches. Call it in a read transaction.
 */
export function readTaggedCells(database: Database, project: number, options: TaggedOptions): CountedCells {
  const { tags, kinds, buckets, range, dimensions } = options;
  const cells = new RollupCells(dimensions);
  let isEstimate = false;
  for (const kind of kinds) {
    const drawn = shareOfAll(database, kind);
    const found = Array.from({ length: buckets.count }, (_, place) => {
      const start = buckets.from + place * buckets.length;
      const within = { from: Math.max(start, range.from), to: Math.min(start + buckets.length, range.to) };
      const records = taggedRecords({ project, kind, tags, within });
      return { place, records, ...countAndDraw(database, records, drawn) };
    }).filter(({ count }) => count > 0);
    const share = taggedShare(found);
    isEstimate ||= Number.isFinite(share);
    for (const { place, records, count, json } of found) {
      const wanted = Math.min(share / count, 1);
      const source = wanted <= drawn ? { sql: "SELECT value AS key FROM json_each(?)", parameters: [json] } : records;
      const keys = keysOf(database, source, wanted);
      const facts = selectFacts(kind, "r.key IN (SELECT value FROM json_each(?))");
      for (const row of database.all<object>(facts, JSON.stringify(keys))) {
        // All records of a bucket get the start of the bucket as their time, because the series needs no finer times.
        const fact = { ...row, createdAt: buckets.from + place * buckets.length };
        cells.add(toFact(kind, fact), count / keys.length);
      }
    }
  }
  return { cells, isEstimate };
}

function taggedRecords({
  project,
  kind,
  tags,
  within: { from, to },
}: {
  readonly project: number;
  readonly kind: FactKind;
  readonly tags: readonly string[];
  readonly within: TimeRange;
}): Fragment {
  const before = `
    NOT EXISTS (
      SELECT 1 FROM record_tags o
      WHERE o.kind = t.kind AND o.project_id = t.project_id AND o.tag = ? AND o.created_at = t.created_at
        AND o.record = t.record
    )`;
  const parts = tags.map((_, index) =>
    ["t.kind = ? AND t.project_id = ? AND t.tag = ? AND t.created_at >= ? AND t.created_at < ?"]
      .concat(tags.slice(0, index).map(() => before))
      .join(" AND "),
  );
  return {
    sql: parts.map((where) => `SELECT t.record AS key FROM record_tags t WHERE ${where}`).join(" UNION ALL "),
    parameters: tags.flatMap((tag, index) => [taggedKinds[kind], project, tag, from, to, ...tags.slice(0, index)]),
  };
}

/**
 * Returns the share of a table's records to draw for a sample. The largest key serves as the number of records, but
 * there may be fewer records. The share is therefore doubled, so that the sample is large enough.
 */
function shareOfAll(database: Database, kind: FactKind): number {
  const last = database.get<{ key: number | null }>(`SELECT max(key) AS key FROM ${kind}`)?.key ?? 0;
  return Math.min((2 * seriesSample) / Math.max(last, 1), 1);
}

function countAndDraw(
  database: Database,
  { sql, parameters }: Fragment,
  share: number,
): { readonly count: number; readonly json: string } {
  const both = `SELECT count(*) AS count, json_group_array(key) FILTER (WHERE ${hashesBelow}) AS json FROM (${sql})`;
  const found = database.get<{ count: number; json: string }>(both, ...toThreshold(share), ...parameters);
  return found ?? { count: 0, json: "[]" };
}

function keysOf(database: Database, { sql, parameters }: Fragment, share: number): number[] {
  const chosen = `SELECT key FROM (${sql}) WHERE ${hashesBelow}`;
  return database.allArrays<[number]>(chosen, ...parameters, ...toThreshold(share)).map(([key]) => key);
}

/** SQL condition that selects an evenly distributed sample of rows: those whose `key` has a hash below a threshold. */
const hashesBelow = "((key * 2654435761) & 4294967295) < ?";

function toThreshold(share: number): [number] {
  return [Math.ceil(share * 2 ** 32)];
}
