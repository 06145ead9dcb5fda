import { dimensions, type SketchName, type SumName } from "../rollup-cells.ts";
import {
  SeriesLines,
  type SeriesGroups,
  type SeriesLinesOptions,
  type SketchRow,
  type StoredSums,
  storedSums,
  type SumRow,
} from "../series-lines.ts";
import type { Fragment } from "../lists/sqlite/fragment.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Database } from "./database.ts";
import { readPacked, unpackSums } from "./packed-sums.ts";
import { placeOfRow, storedRows } from "./series-sources.ts";

export interface SeriesCellsOptions extends SeriesLinesOptions {
  readonly database: Database;
  readonly sketches: readonly SketchName[];
}

/** Reads the sums of a series: at most `limit` groups, ranked by a sum or several. */
export function readSeries(options: SeriesCellsOptions, limit: number, rank: readonly SumName[]): SeriesGroups {
  const sources = storedRows(options);
  const lines = new SeriesLines(options, readStored(options, sources));
  const groups = lines.groups(limit, rank);
  return lines.read(
    groups,
    sources.flatMap((source) => readSketches(options, source, groups)),
  );
}

/** Dimensions with many values in an hour, which are read packed; few are summed sooner by the database. */
const packedDimensions: ReadonlySet<number> = new Set([dimensions.name, dimensions.user]);

function readStored(options: SeriesCellsOptions, sources: readonly Fragment[]): StoredSums {
  const { database, sums, dimension, groupColumn } = options;
  // Real numbers would lose digits in a pack.
  if (groupColumn !== "value" || !packedDimensions.has(dimension) || sums.includes("scoreSum")) {
    return storedSums(sources.flatMap((source) => readSums(options, source)));
  }
  return unpackSums(readPacked(database, options, sums, neededOf(options)), sums);
}

function neededOf({ records }: SeriesCellsOptions): string {
  return records.map((each) => `${toSnakeCase(each)} > 0`).join(" OR ");
}

/** The sums by bucket and group, in one pass. */
function readSums(options: SeriesCellsOptions, { sql, parameters }: Fragment): SumRow[] {
  const { database, sums, groupColumn } = options;
  const place = placeOfRow(options);
  const statement = `
    SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name,
      ${sums.map((each) => `sum(${toSnakeCase(each)}) AS ${each}`).join(", ")}
    FROM rollups WHERE ${sql} AND (${neededOf(options)}) GROUP BY 1, 2`;
  return database.all<SumRow>(statement, ...place.parameters, ...parameters);
}

/** The sketches of the groups that are shown. */
function readSketches(
  options: SeriesCellsOptions,
  { sql, parameters }: Fragment,
  groups: readonly string[],
): SketchRow[] {
  const { database, sketches, groupColumn } = options;
  if (sketches.length === 0) return [];
  const place = placeOfRow(options);
  const present = sketches.map((each) => `${toSnakeCase(each)} IS NOT NULL`).join(" OR ");
  const isShown = groupColumn === undefined ? "? IS NOT NULL" : `${groupColumn} IN (SELECT value FROM json_each(?))`;
  const statement = `
    SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name,
      ${sketches.map((each) => `${toSnakeCase(each)} AS ${each}`).join(", ")}
    FROM rollups WHERE ${sql} AND ${isShown} AND (${present})`;
  return database.all<SketchRow>(statement, ...place.parameters, ...parameters, JSON.stringify(groups));
}
