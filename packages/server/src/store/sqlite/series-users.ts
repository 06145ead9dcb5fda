import { bucketPlace, looseCells, type SeriesSourcesOptions } from "../series-sources.ts";
import type { UserLine } from "../time-series-lines.ts";
import type { Database, Parameter } from "./database.ts";
import { placeOfRow, storedRows } from "./series-sources.ts";

interface UserRow {
  readonly place: number | null;
  readonly name: string;
  readonly users: number;
}

/** Counts the users with steps, by environment when that is asked for; the environments as the rollups hold them. */
export function countUsers(
  database: Database,
  options: SeriesSourcesOptions,
  environments: readonly string[] | undefined,
): UserLine[] {
  const placeOf = placeOfRow(options);
  const name = environments === undefined ? "''" : "environment";
  const parameters: Parameter[] = [];
  const parts = storedRows(options).map((source) => {
    parameters.push(...placeOf.parameters, ...source.parameters);
    return `SELECT ${placeOf.sql} AS place, ${name} AS name, value, steps FROM rollups WHERE ${source.sql} AND steps > 0`;
  });
  const loose = [...looseCells(options)].map(({ place, cell }) => [
    bucketPlace(options.plan, place),
    environments === undefined ? "" : place.environment,
    place.value,
    cell.steps,
  ]);
  // Without a stored part the names come from here.
  parts.push(
    "SELECT value ->> 0 AS place, value ->> 1 AS name, value ->> 2 AS value, value ->> 3 AS steps FROM json_each(?)",
  );
  parameters.push(JSON.stringify(loose));
  // The empty text stands for steps without a user.
  const sql = `
    WITH everything (place, name, value, steps) AS MATERIALIZED (
      SELECT place, name, value, sum(steps) FROM (${parts.join(" UNION ALL ")}) WHERE value <> '' GROUP BY 1, 2, 3
      HAVING sum(steps) > 0
    )
    SELECT place, name, count(*) AS users FROM everything GROUP BY 1, 2
    UNION ALL SELECT NULL, name, count(DISTINCT value) FROM everything GROUP BY 2`;
  const rows = database.all<UserRow>(sql, ...parameters);
  return (environments ?? [""]).map((group) => {
    const own = rows.filter((row) => row.name === group);
    const byPlace = new Map(own.map((row) => [row.place, row.users]));
    const values = Array.from({ length: options.plan.buckets.count }, (_, place) => byPlace.get(place) ?? 0);
    return { group: environments === undefined ? null : group, values, total: byPlace.get(null) ?? 0 };
  });
}
