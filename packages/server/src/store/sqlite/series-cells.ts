import type { Database } from "./database.ts";
import type { Fragment } from "./condition.ts";
import { type Cell, emptyCell, mergeCell, type SketchName, type SumName } from "./rollup-cells.ts";
import { toCell } from "./rollups.ts";
import { SeriesSources, type SeriesSourcesOptions } from "./series-sources.ts";

export interface SeriesCellsOptions extends SeriesSourcesOptions {
  readonly database: Database;
  /** The column that tells the group; undefined without groups. */
  readonly groupColumn: "environment" | "value" | undefined;
  /** The sums that tell whether there are records. */
  readonly records: readonly RecordSum[];
  readonly sums: readonly SumName[];
  readonly sketches: readonly SketchName[];
}

/** A sum that counts records. */
export type RecordSum = "steps" | "threads" | "scores";

/** One cell a bucket; undefined where there is nothing. */
export type SeriesLine = readonly (Cell | undefined)[];

/** The sums that were asked for; the others are absent. */
interface SumRow extends Readonly<Record<SumName, number>> {
  readonly place: number;
  readonly name: string;
}

interface SketchRow {
  readonly [column: string]: unknown;
  readonly place: number;
  readonly name: string;
}

/** The groups that are shown, largest first, as the rollups hold them; without grouping the only one. */
export interface SeriesGroups {
  readonly groups: readonly string[];
  /** The line of each group. */
  readonly lines: readonly SeriesLine[];
  /** The line of what is left, without sketches; undefined when nothing is. */
  readonly other: SeriesLine | undefined;
}

/** Puts the sums of a series together from all its sources. */
export class SeriesCells {
  readonly #options: SeriesCellsOptions;
  readonly #sources: SeriesSources;

  constructor(options: SeriesCellsOptions) {
    this.#options = options;
    this.#sources = new SeriesSources(options);
  }

  /** Shows at most `limit` groups, ranked by a sum or several. */
  read(limit: number, rank: readonly SumName[]): SeriesGroups {
    const { groupColumn, plan, sums, records } = this.#options;
    const stored = this.#sources.stored.flatMap((source) => this.#readSums(source));
    const loose = [...this.#sources.loose()].map(({ place, cell }) => ({
      place: this.#sources.placeOf(place),
      name: groupColumn === undefined ? "" : place[groupColumn],
      cell,
    }));
    const sizes = new GroupSizes(rank, records);
    for (const row of stored) sizes.add(row.name, row);
    for (const { name, cell } of loose) sizes.add(name, cell);
    const groups = groupColumn === undefined ? [""] : sizes.largest(limit);

    const emptyLine = (): (Cell | undefined)[] => Array.from({ length: plan.buckets.count }, () => undefined);
    const lines = new Map(groups.map((group) => [group, emptyLine()]));
    const other = emptyLine();
    const cellAt = (name: string, place: number): Cell => ((lines.get(name) ?? other)[place] ??= emptyCell());
    for (const row of stored) {
      const cell = cellAt(row.name, row.place);
      for (const each of sums) cell[each] += row[each];
    }
    for (const source of this.#sources.stored) {
      for (const row of this.#readSketches(source, groups)) mergeCell(cellAt(row.name, row.place), toCell(row));
    }
    for (const { place, name, cell } of loose) mergeCell(cellAt(name, place), cell);
    // Records that left a group leave cells behind that cancel out.
    const left = totalOf(other);
    const isLeft = records.some((each) => left[each] !== 0);
    return { groups, lines: groups.map((group) => lines.get(group) ?? []), other: isLeft ? other : undefined };
  }

  /** The sums by bucket and group, in one pass. */
  #readSums({ sql, parameters }: Fragment): SumRow[] {
    const { database, sums, records, groupColumn } = this.#options;
    const { place } = this.#sources;
    const isNeeded = records.map((each) => `${each} > 0`).join(" OR ");
    const statement = `
      SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${sums.map((each) => `sum(${each}) AS ${each}`).join(", ")}
      FROM rollups WHERE ${sql} AND (${isNeeded}) GROUP BY 1, 2`;
    return database.all<SumRow>(statement, ...place.parameters, ...parameters);
  }

  /** The sketches of the groups that are shown. */
  #readSketches({ sql, parameters }: Fragment, groups: readonly string[]): SketchRow[] {
    const { database, sketches, groupColumn } = this.#options;
    if (sketches.length === 0) return [];
    const { place } = this.#sources;
    const present = sketches.map((each) => `${each} IS NOT NULL`).join(" OR ");
    const isShown = groupColumn === undefined ? "? IS NOT NULL" : `${groupColumn} IN (SELECT value FROM json_each(?))`;
    const statement = `
      SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${sketches.join(", ")}
      FROM rollups WHERE ${sql} AND ${isShown} AND (${present})`;
    return database.all<SketchRow>(statement, ...place.parameters, ...parameters, JSON.stringify(groups));
  }
}

/** How large each group is, and whether there is anything in it. */
class GroupSizes {
  readonly #rank: readonly SumName[];
  readonly #records: readonly RecordSum[];
  readonly #sizes = new Map<string, { size: number; records: number }>();

  constructor(rank: readonly SumName[], records: readonly RecordSum[]) {
    this.#rank = rank;
    this.#records = records;
  }

  add(name: string, sums: Readonly<Record<SumName, number>>): void {
    let entry = this.#sizes.get(name);
    if (entry === undefined) {
      entry = { size: 0, records: 0 };
      this.#sizes.set(name, entry);
    }
    for (const each of this.#rank) entry.size += sums[each];
    for (const each of this.#records) entry.records += sums[each];
  }

  /** Largest first, ties by name. */
  largest(limit: number): string[] {
    return [...this.#sizes]
      .filter(([, { records }]) => records > 0)
      .toSorted(([one, { size }], [other, { size: otherSize }]) => otherSize - size || (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([name]) => name);
  }
}

/** The cells of a line together. */
export function totalOf(line: SeriesLine): Cell {
  const total = emptyCell();
  for (const cell of line) if (cell !== undefined) mergeCell(total, cell);
  return total;
}
