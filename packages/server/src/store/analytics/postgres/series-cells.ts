import { type SketchRow, type StoredSums, storedSums, type SumRow } from "../series-lines.ts";
import type { SeriesNeeds } from "../time-series-lines.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import type { Session } from "../../session/postgres/session.ts";
import { placeOfRow, selectSums, type SeriesDialect, storedRows } from "../series-statements.ts";

export const postgresSeries: SeriesDialect<readonly (number | string)[]> = {
  // The casts give the parameters the types of the columns. With other types, the planner could not use its statistics.
  place: "((bucket - ?::bigint) / ?::bigint)::int",
  bucket: "?::bigint",
  isNoneOf: { bucket: "bucket <> ALL(?::bigint[])", environment: "environment <> ALL(?::text[])" },
  isValueOf: "value = ANY(?::text[])",
  toList: (values) => values,
};

export async function readSums(session: Session, needs: SeriesNeeds): Promise<StoredSums> {
  const sums: SumRow[] = [];
  for (const rows of storedRows(needs, postgresSeries)) {
    const { sql, parameters } = selectSums(needs, rows, postgresSeries);
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    sums.push(...(await session.all<SumRow>(sql, ...parameters)));
  }
  return storedSums(sums);
}

export async function readSketches(
  session: Session,
  needs: SeriesNeeds,
  groups: readonly string[],
): Promise<SketchRow[]> {
  const { groupColumn, sketches } = needs;
  const place = placeOfRow(needs, postgresSeries);
  const columns = sketches.map(toSnakeCase);
  const present = columns.map((each) => `${each} IS NOT NULL`).join(" OR ");
  const joined = columns.map((each) => `string_agg(int4send(length(${each})) || ${each}, '') AS ${each}`);
  const found: SketchRow[] = [];
  for (const { sql, parameters } of storedRows(needs, postgresSeries)) {
    const statement = `
      SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${joined.join(", ")}
      FROM rollups WHERE ${sql} AND (${present})${groupColumn === undefined ? "" : ` AND ${groupColumn} = ANY(?)`}
      GROUP BY 1, 2`;
    const shown = groupColumn === undefined ? [] : [groups];
    // oxlint-disable-next-line no-await-in-loop -- as above
    const rows = await session.all<SketchRow>(statement, ...place.parameters, ...parameters, ...shown);
    for (const row of rows) {
      for (const name of sketches) {
        for (const part of partsOf(row[name])) found.push({ place: row.place, name: row.name, [name]: part });
      }
    }
  }
  return found;
}

/**
 * Splits a value that contains several latency sketches. Before each sketch, the value contains the length of the
 * sketch in four bytes.
 */
function partsOf(joined: unknown): Uint8Array[] {
  const parts: Uint8Array[] = [];
  if (!Buffer.isBuffer(joined)) return parts;
  for (let start = 0; start < joined.length;) {
    const end = start + 4 + joined.readUInt32BE(start);
    parts.push(joined.subarray(start + 4, end));
    start = end;
  }
  return parts;
}
