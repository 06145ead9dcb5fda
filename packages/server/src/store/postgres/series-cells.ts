import { SeriesLines, storedSums, type SeriesGroups, type SketchRow, type SumRow } from "../series-lines.ts";
import type { SeriesNeeds } from "../time-series-lines.ts";
import { placeOfRow, storedRows } from "./series-sources.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Fragment, Session } from "./session.ts";

/** Reads the sums of a series: at most `limit` groups. */
export async function readSeries(session: Session, needs: SeriesNeeds, limit: number): Promise<SeriesGroups> {
  const sources = storedRows(needs);
  const sums: SumRow[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one statement after the other
  for (const source of sources) sums.push(...(await readSums(session, needs, source)));
  const lines = new SeriesLines(needs, storedSums(sums));
  const groups = lines.groups(limit, needs.rank);
  const sketches: SketchRow[] = [];
  // oxlint-disable-next-line no-await-in-loop -- as above
  for (const source of sources) sketches.push(...(await readSketches(session, needs, source, groups)));
  return lines.read(groups, sketches);
}

/** The sums by bucket and group, in one pass. */
function readSums(session: Session, needs: SeriesNeeds, { sql, parameters }: Fragment): Promise<SumRow[]> {
  const { sums, records, groupColumn } = needs;
  const place = placeOfRow(needs);
  const isNeeded = records.map((each) => `${each} > 0`).join(" OR ");
  const totals = sums.map(toSnakeCase).map((each) => `sum(${each}) AS ${each}`);
  const statement = `
    SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${totals.join(", ")}
    FROM rollups WHERE ${sql} AND (${isNeeded}) GROUP BY 1, 2`;
  return session.all<SumRow>(statement, ...place.parameters, ...parameters);
}

/** Reads the sketches of the shown groups, one row per bucket and group. */
async function readSketches(
  session: Session,
  needs: SeriesNeeds,
  { sql, parameters }: Fragment,
  groups: readonly string[],
): Promise<SketchRow[]> {
  const { groupColumn, sketches } = needs;
  if (sketches.length === 0) return [];
  const place = placeOfRow(needs);
  const columns = sketches.map(toSnakeCase);
  const present = columns.map((each) => `${each} IS NOT NULL`).join(" OR ");
  const joined = columns.map((each) => `string_agg(int4send(length(${each})) || ${each}, '') AS ${each}`);
  const statement = `
    SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${joined.join(", ")}
    FROM rollups WHERE ${sql} AND (${present})${groupColumn === undefined ? "" : ` AND ${groupColumn} = ANY(?)`}
    GROUP BY 1, 2`;
  const shown = groupColumn === undefined ? [] : [groups];
  const rows = await session.all<SketchRow>(statement, ...place.parameters, ...parameters, ...shown);
  return rows.flatMap((row) =>
    sketches.flatMap((name) => partsOf(row[name]).map((part) => ({ place: row.place, name: row.name, [name]: part }))),
  );
}

/** Splits length-prefixed sketches of a row. */
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
