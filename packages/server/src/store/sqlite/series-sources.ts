import { type SeriesSourcesOptions, storedRanges } from "../series-sources.ts";
import type { Fragment } from "../lists/sqlite/fragment.ts";

/** The bucket of a row of `rollups`. */
export function placeOfRow({ plan: { buckets } }: SeriesSourcesOptions): Fragment {
  const { from, length } = buckets;
  return { sql: "CAST((bucket - ?) / ? AS INTEGER)", parameters: [from / 60_000, length / 60_000] };
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
  const others = isLeftOut ? " AND environment NOT IN (SELECT value FROM json_each(?))" : "";
  const ofEnvironment = (environment === undefined ? "" : " AND environment = ?") + others;
  const environments = [
    ...(environment === undefined ? [] : [environment]),
    ...(isLeftOut ? [JSON.stringify(exceptEnvironments)] : []),
  ];
  return storedRanges(plan).map(({ level, from, to, except }) => {
    const within = `project_id = ? AND level = ? AND dimension = ?${ofEnvironment} AND bucket >= ? AND bucket < ?`;
    const parameters = [project, level, dimension, ...environments, from, to];
    if (except.length === 0) return { sql: within, parameters };
    const whole = `${within} AND bucket NOT IN (SELECT value FROM json_each(?))`;
    return { sql: whole, parameters: [...parameters, JSON.stringify(except)] };
  });
}
