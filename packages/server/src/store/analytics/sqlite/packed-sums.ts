import { bucketPlace, type SeriesSourcesOptions } from "../series-sources.ts";
import { type SeriesDialect, storedRows } from "../series-statements.ts";
import type { SumName } from "../../rollups/rollup-cells.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import type { StoredSums } from "../series-lines.ts";
import type { Database } from "../../session/sqlite/database.ts";

export const sqliteSeries: SeriesDialect<string> = {
  place: "CAST((bucket - ?) / ? AS INTEGER)",
  bucket: "?",
  isNoneOf: {
    bucket: "bucket NOT IN (SELECT value FROM json_each(?))",
    environment: "environment NOT IN (SELECT value FROM json_each(?))",
  },
  isValueOf: "value IN (SELECT value FROM json_each(?))",
  toList: (values) => JSON.stringify(values),
};

/**
 * Rollups of one hour or minute and one environment, one for each value of the dimension. `values` contains an index in
 * {@link PackedSeries.names} for each rollup. Each list in `sums` contains one number for each rollup.
 */
export interface PackedSums {
  readonly place: number;
  readonly environment: string;
  readonly values: readonly number[];
  readonly sums: readonly (readonly number[])[];
}

export interface PackedSeries {
  readonly names: string[];
  /** In time order. */
  readonly rows: readonly PackedSums[];
}

/**
 * Reads the rollups of a dimension with many values. SQLite returns one row for each environment in each hour or
 * minute, with one array of values for each column. Reading arrays is faster than reading one object for each rollup.
 * Only rollups that meet the SQL condition `needed` are read.
 */
export function readPacked(
  database: Database,
  options: SeriesSourcesOptions,
  sums: readonly SumName[],
  needed: string,
): PackedSeries {
  const indexes = new Map<string, number>();
  const indexOf = (name: string): number => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    indexes.set(name, indexes.size);
    return indexes.size - 1;
  };
  const packed = ["value", ...sums].map((column) => `json_group_array(${toSnakeCase(column)})`);
  const found = storedRows(options, sqliteSeries).flatMap(({ sql, parameters }) =>
    database.allArrays<[number, string, ...string[]]>(
      `SELECT bucket, environment, ${packed.join(", ")} FROM rollups WHERE ${sql} AND (${needed}) GROUP BY 1, 2`,
      ...parameters,
    ),
  );
  const rows = found
    .toSorted(([one], [other]) => one - other)
    .map(([bucket, environment, values = "[]", ...columns]): PackedSums => {
      const names = JSON.parse(values) as readonly string[]; // packed texts; the columns below are packed numbers
      return {
        place: bucketPlace(options.plan, { bucket }),
        environment,
        values: names.map(indexOf),
        sums: columns.map((column) => JSON.parse(column) as readonly number[]),
      };
    });
  return { names: [...indexes.keys()], rows };
}

/** Converts packed rollups to totals that are grouped by the value of the dimension. */
export function unpackSums({ names, rows }: PackedSeries, sums: readonly SumName[]): StoredSums {
  const whole = new SumTable(sums, names.length);
  for (const row of rows) whole.add(row, (name) => name);
  return {
    totals: names.map((name, index) => ({ ...whole.read(index), name })),
    *byBucket(groups) {
      const lineOf = new Int32Array(names.length).fill(groups.length);
      for (const [line, group] of groups.entries()) {
        const index = names.indexOf(group);
        if (index >= 0) lineOf[index] = line;
      }
      const byPlace = new Map<number, SumTable>();
      for (const row of rows) {
        const table = byPlace.get(row.place) ?? new SumTable(sums, groups.length + 1);
        byPlace.set(row.place, table);
        table.add(row, (name) => lineOf[name] ?? groups.length);
      }
      for (const [place, table] of byPlace) {
        for (let line = 0; line <= groups.length; line += 1) yield { ...table.read(line), place, name: groups[line] };
      }
    },
  };
}

class SumTable {
  readonly #sums: readonly SumName[];
  readonly #columns: readonly Float64Array[];

  constructor(sums: readonly SumName[], lines: number) {
    this.#sums = sums;
    this.#columns = sums.map(() => new Float64Array(lines));
  }

  add({ values, sums }: PackedSums, lineOf: (value: number) => number): void {
    for (const [place, column] of this.#columns.entries()) {
      const added = sums[place] ?? [];
      for (let index = 0; index < values.length; index += 1) {
        const line = lineOf(values[index] ?? 0);
        column[line] = (column[line] ?? 0) + (added[index] ?? 0);
      }
    }
  }

  read(line: number): Readonly<Record<SumName, number>> {
    const entries = this.#sums.map((sum, place) => [sum, this.#columns[place]?.[line] ?? 0]);
    return Object.fromEntries(entries) as Record<SumName, number>;
  }
}
