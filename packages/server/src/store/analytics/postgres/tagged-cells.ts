import { RollupCells } from "../../rollups/rollup-cells.ts";
import type { CountedCells } from "../counted-cells.ts";
import { taggedKinds, type TaggedOptions, taggedShare } from "../tagged-cells.ts";
import { selectFacts, toFact } from "../../rollups/postgres/rollup-facts.ts";
import type { Session } from "../../session/postgres/session.ts";

const tagged = `
  SELECT DISTINCT floor((created_at - $7::float8) / $6::float8)::int AS place, record FROM record_tags
  WHERE project_id = $1 AND kind = $2 AND tag = ANY($3) AND created_at >= $4::float8 AND created_at < $5::float8`;

/** Selects the keys whose hashes are below the sampling threshold of their bucket. */
const chosen = `
  SELECT t.place, t.record AS key FROM (${tagged}) t JOIN unnest($8::int[], $9::float8[]) AS s (place, share)
    ON s.place = t.place AND (hashint8(t.record)::bigint & 4294967295) < s.share * 4294967296`;

/**
 * Aggregates the records of a project that have one of the tags. Reads the records, because there are no precomputed
 * totals per tag. If more than `seriesSample` records of a kind match, reads a sample, and scales its totals to all
 * matches. Call it in a read transaction.
 */
export async function readTaggedCells(
  session: Session,
  project: number,
  { tags, kinds, buckets, range, dimensions }: TaggedOptions,
): Promise<CountedCells> {
  const cells = new RollupCells(dimensions);
  const { from, length } = buckets;
  let isEstimate = false;
  for (const kind of kinds) {
    const selection = [project, taggedKinds[kind], tags, range.from, range.to, length, from] as const;
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other, here and below
    const found = await session.all<{ place: number; count: number }>(
      `SELECT place, count(*) AS count FROM (${tagged}) t GROUP BY place`,
      ...selection,
    );
    const share = taggedShare(found);
    isEstimate ||= Number.isFinite(share);
    // oxlint-disable-next-line no-await-in-loop
    const keys = await session.all<{ place: number; key: number }>(
      chosen,
      ...selection,
      found.map(({ place }) => place),
      found.map((bucket) => Math.min(share / bucket.count, 1)),
    );
    const placeOf = new Map(keys.map(({ place, key }) => [key, place]));
    const sampled = Map.groupBy(keys, ({ place }) => place);
    const weights = new Map(
      found.map((bucket) => [bucket.place, bucket.count / (sampled.get(bucket.place)?.length ?? 1)]),
    );
    // oxlint-disable-next-line no-await-in-loop
    const rows = await session.all<{ key: number }>(
      selectFacts(kind, "r.key = ANY(?)"),
      project,
      keys.map(({ key }) => key),
    );
    for (const row of rows) {
      const place = placeOf.get(row.key) ?? 0;
      // All records of a bucket get the start of the bucket as their time, because the series needs no finer times.
      cells.add(toFact(kind, project, { ...row, createdAt: from + place * length }), weights.get(place) ?? 1);
    }
  }
  return { cells, isEstimate };
}
