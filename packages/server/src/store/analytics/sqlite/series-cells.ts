import { dimensions } from "../../rollups/rollup-cells.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import type { Database } from "../../session/sqlite/database.ts";
import { type SketchRow, type StoredSums, storedSums, type SumRow } from "../series-lines.ts";
import { hasRecords, placeOfRow, selectSums, storedRows } from "../series-statements.ts";
import type { SeriesNeeds } from "../time-series-lines.ts";
import { readPacked, sqliteSeries, unpackSums } from "./packed-sums.ts";

/**
 * Dimensions with many values per hour. For these dimensions, it is faster to read arrays with {@link readPacked} and
 * to add them up in JavaScript. For other dimensions, it is faster to add up in SQL.
 */
const packedDimensions: ReadonlySet<number> = new Set([dimensions.name, dimensions.user]);

export function readSums(database: Database, needs: SeriesNeeds): StoredSums {
  const { sums, records, dimension, groupColumn } = needs;
  // Packed sums would lose digits of fractional numbers.
  if (groupColumn !== "value" || !packedDimensions.has(dimension) || sums.includes("scoreSum")) {
    const statements = storedRows(needs, sqliteSeries).map((rows) => selectSums(needs, rows, sqliteSeries));
    return storedSums(statements.flatMap(({ sql, parameters }) => database.all<SumRow>(sql, ...parameters)));
  }
  return unpackSums(readPacked(database, needs, sums, hasRecords(records)), sums);
}

export function readSketches(database: Database, needs: SeriesNeeds, groups: readonly string[]): SketchRow[] {
  const { sketches, groupColumn } = needs;
  const place = placeOfRow(needs, sqliteSeries);
  const present = sketches.map((each) => `${toSnakeCase(each)} IS NOT NULL`).join(" OR ");
  const isShown = groupColumn === undefined ? "? IS NOT NULL" : `${groupColumn} IN (SELECT value FROM json_each(?))`;
  const columns = sketches.map((each) => `${toSnakeCase(each)} AS ${each}`).join(", ");
  return storedRows(needs, sqliteSeries).flatMap(({ sql, parameters }) => {
    const statement = `
      SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${columns}
      FROM rollups WHERE ${sql} AND ${isShown} AND (${present})`;
    return database.all<SketchRow>(statement, ...place.parameters, ...parameters, JSON.stringify(groups));
  });
}
