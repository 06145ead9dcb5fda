import { taggedLimit } from "../analytics.ts";
import { RollupCells } from "../rollup-cells.ts";
import type { FactKind } from "../rollup-fact.ts";
import type { TimeBuckets } from "../time-buckets.ts";
import type { Fragment } from "./condition.ts";
import type { Database } from "./database.ts";
import { selectFacts, toFact } from "./rollup-facts.ts";

/** The records that bear one of some tags, summed by bucket. */
export interface TaggedCells {
  readonly cells: RollupCells;
  readonly isEstimate: boolean;
}

export interface TaggedOptions {
  readonly tags: readonly string[];
  readonly kinds: readonly FactKind[];
  readonly buckets: TimeBuckets;
  /** What is summed by. */
  readonly dimensions: ReadonlySet<number>;
}

const taggedKinds: Readonly<Record<FactKind, string>> = { steps: "step", threads: "thread", scores: "score" };

/**
 * Sums the records of a project that bear one of the tags, through the index of tags: no sums are kept for each tag, as
 * applications put ids into tags. When a kind has more records than are looked at, each bucket gets an even share: those
 * whose keys hash low stand for all of the bucket, whose number the index tells. Inside a read transaction.
 */
export function readTaggedCells(database: Database, project: number, options: TaggedOptions): TaggedCells {
  const { tags, kinds, buckets, dimensions } = options;
  const cells = new RollupCells(dimensions);
  let isEstimate = false;
  for (const kind of kinds) {
    const found = Array.from({ length: buckets.count }, (_, place) => {
      const records = taggedRecords({ project, kind, tags, from: buckets.from + place * buckets.length, buckets });
      return { place, records, count: countOf(database, records) };
    }).filter(({ count }) => count > 0);
    const isSample = found.reduce((sum, { count }) => sum + count, 0) > taggedLimit;
    isEstimate ||= isSample;
    const share = isSample ? Math.ceil(taggedLimit / found.length) : Number.POSITIVE_INFINITY;
    for (const { place, records, count } of found) {
      const keys = keysOf(database, records, Math.min(share / count, 1));
      const facts = selectFacts(kind, "r.key IN (SELECT value FROM json_each(?))");
      for (const row of database.all<object>(facts, JSON.stringify(keys))) {
        // All of a bucket at its begin: what is finer than a bucket is not asked for.
        cells.add(toFact(kind, { ...row, createdAt: buckets.from + place * buckets.length }), count / keys.length);
      }
    }
  }
  return { cells, isEstimate };
}

/** The records of one bucket. One that bears several of the tags is found by the first of them. */
function taggedRecords({
  project,
  kind,
  tags,
  from,
  buckets,
}: {
  readonly project: number;
  readonly kind: FactKind;
  readonly tags: readonly string[];
  readonly from: number;
  readonly buckets: TimeBuckets;
}): Fragment {
  const before = `
    NOT EXISTS (
      SELECT 1 FROM recordTags o
      WHERE o.kind = t.kind AND o.project = t.project AND o.tag = ? AND o.createdAt = t.createdAt AND o.record = t.record
    )`;
  const parts = tags.map((_, index) =>
    ["t.kind = ? AND t.project = ? AND t.tag = ? AND t.createdAt >= ? AND t.createdAt < ?"]
      .concat(tags.slice(0, index).map(() => before))
      .join(" AND "),
  );
  return {
    sql: parts.map((where) => `SELECT t.record AS key FROM recordTags t WHERE ${where}`).join(" UNION ALL "),
    parameters: tags.flatMap((tag, index) => [
      taggedKinds[kind],
      project,
      tag,
      from,
      from + buckets.length,
      ...tags.slice(0, index),
    ]),
  };
}

function countOf(database: Database, { sql, parameters }: Fragment): number {
  return database.get<{ count: number }>(`SELECT count(*) AS count FROM (${sql})`, ...parameters)?.count ?? 0;
}

function keysOf(database: Database, { sql, parameters }: Fragment, share: number): number[] {
  const chosen = `SELECT key FROM (${sql}) WHERE ((key * 2654435761) & 4294967295) < ?`;
  const rows = database.all<{ key: number }>(chosen, ...parameters, Math.ceil(share * 2 ** 32));
  return rows.map(({ key }) => key);
}
