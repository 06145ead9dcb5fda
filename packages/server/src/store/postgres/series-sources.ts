import { type SeriesSourcesOptions, storedRanges } from "../series-sources.ts";
import type { Fragment } from "./session.ts";

/** The bucket of a row of `rollups`. */
export function placeOfRow({ plan: { buckets } }: SeriesSourcesOptions): Fragment {
  const { from, length } = buckets;
  // Whole numbers, as the column is: the planner knows nothing of how others compare with it.
  return { sql: "((bucket - ?::bigint) / ?::bigint)::int", parameters: [from / 60_000, length / 60_000] };
}

/** Conditions on the rows of `rollups` of a series. */
export function storedRows({
  project,
  dimension,
  environment,
  exceptEnvironments,
  plan,
}: SeriesSourcesOptions): Fragment[] {
  const isLeftOut = exceptEnvironments.length > 0;
  const ofEnvironment =
    (environment === undefined ? "" : " AND environment = ?") + (isLeftOut ? " AND environment <> ALL(?::text[])" : "");
  const environments = [
    ...(environment === undefined ? [] : [environment]),
    ...(isLeftOut ? [[...exceptEnvironments]] : []),
  ];
  return storedRanges(plan).map(({ level, from, to, except }) => {
    const own = `project_id = ? AND level = ? AND dimension = ?${ofEnvironment}`;
    const inRange = `${own} AND bucket >= ?::bigint AND bucket < ?::bigint`;
    const parameters = [project, level, dimension, ...environments, from, to];
    // An empty list would be asked all the same, of each row.
    return except.length === 0
      ? { sql: inRange, parameters }
      : { sql: `${inRange} AND bucket <> ALL(?::bigint[])`, parameters: [...parameters, [...except]] };
  });
}
