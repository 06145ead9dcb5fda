import { bucketPlace, looseCells, type SeriesSourcesOptions } from "../series-sources.ts";
import type { UserLine } from "../time-series-lines.ts";
import { placeOfRow, storedRows } from "../series-statements.ts";
import { postgresSeries } from "./series-cells.ts";
import type { Parameter, Session } from "../../session/postgres/session.ts";

interface UserRow {
  readonly place: number | null;
  readonly name: string;
  readonly users: number;
}

/**
 * Counts the distinct users that have steps in each bucket. If `environments` is undefined, counts users over all
 * environments. Otherwise, counts them separately in each of these environments (encoded by `encodeText`).
 */
export async function countUsers(
  session: Session,
  options: SeriesSourcesOptions,
  environments: readonly string[] | undefined,
): Promise<UserLine[]> {
  const placeOf = placeOfRow(options, postgresSeries);
  const name = environments === undefined ? "''::text" : "environment";
  const parameters: Parameter[] = [];
  const parts = storedRows(options, postgresSeries).map((source) => {
    parameters.push(...placeOf.parameters, ...source.parameters);
    return `SELECT ${placeOf.sql}, ${name}, value, steps FROM rollups WHERE ${source.sql} AND steps > 0`;
  });
  const loose = [...looseCells(options)].map(({ place, cell }) => ({
    place: bucketPlace(options.plan, place),
    name: environments === undefined ? "" : place.environment,
    value: place.value,
    steps: cell.steps,
  }));
  parts.push("SELECT * FROM unnest(?::int[], ?::text[], ?::text[], ?::float8[])");
  parameters.push(
    loose.map(({ place }) => place),
    loose.map((each) => each.name),
    loose.map(({ value }) => value),
    loose.map(({ steps }) => steps),
  );
  // An empty `value` means that the steps have no user.
  const sql = `
    WITH everything (place, name, value) AS MATERIALIZED (
      SELECT place, name, value FROM (${parts.join(" UNION ALL ")}) AS part (place, name, value, steps)
      WHERE value <> '' GROUP BY 1, 2, 3 HAVING sum(steps) > 0
    )
    SELECT place, name, count(*) AS users FROM everything GROUP BY 1, 2
    UNION ALL SELECT NULL, name, count(DISTINCT value) FROM everything GROUP BY 2`;
  const rows = await session.all<UserRow>(sql, ...parameters);
  return (environments ?? [""]).map((group) => {
    const own = rows.filter((row) => row.name === group);
    const byPlace = new Map(own.map((row) => [row.place, row.users]));
    const values = Array.from({ length: options.plan.buckets.count }, (_, place) => byPlace.get(place) ?? 0);
    return { group: environments === undefined ? null : group, values, total: byPlace.get(null) ?? 0 };
  });
}
