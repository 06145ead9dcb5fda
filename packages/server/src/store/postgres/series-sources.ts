import { type SeriesSourcesOptions, storedRanges } from "../series-sources.ts";
import type { Fragment } from "./session.ts";

/** The bucket of a row of `rollups`. */
export function placeOfRow({ plan: { buckets } }: SeriesSourcesOptions): Fragment {
  const { from, length } = buckets;
  return { sql: "floor((bucket - ?::float8) / ?::float8)::int", parameters: [from / 60_000, length / 60_000] };
}

/** The conditions on the rows of `rollups` that a series is made of. */
export function storedRows({ project, dimension, environment, plan }: SeriesSourcesOptions): Fragment[] {
  return storedRanges(plan).map(({ level, from, to, except }) => {
    const own =
      "project_id = ? AND level = ? AND dimension = ?" + (environment === undefined ? "" : " AND environment = ?");
    const sql = `${own} AND bucket >= ?::float8 AND bucket < ?::float8 AND bucket <> ALL(?::bigint[])`;
    const place = [project, level, dimension, ...(environment === undefined ? [] : [environment])];
    return { sql, parameters: [...place, from, to, [...except]] };
  });
}
