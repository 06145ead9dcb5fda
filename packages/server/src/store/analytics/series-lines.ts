import { type Cell, emptyCell, mergeCell, mergeSketches, type SumName } from "../rollups/rollup-cells.ts";
import { bucketPlace, looseCells, type SeriesSourcesOptions } from "./series-sources.ts";

export type RecordSum = "steps" | "threads" | "scores";

export interface SeriesLinesOptions extends SeriesSourcesOptions {
  /** Column of the rollups that contains the group; undefined without grouping. */
  readonly groupColumn: "environment" | "value" | undefined;
  /** Columns that count records. A row of the rollups is needed if one of these columns is not 0. */
  readonly records: readonly RecordSum[];
  readonly sums: readonly SumName[];
}

/** Totals of each bucket. Undefined for a bucket without records. */
export type SeriesLine = readonly (Cell | undefined)[];

/** Totals of one bucket and group. Only the requested columns are present. */
export interface SumRow extends Readonly<Record<SumName, number>> {
  readonly place: number;
  readonly name: string;
}

export interface StoredSums {
  /** Totals of each group over all buckets. Several entries can belong to the same group, and must be added up. */
  readonly totals: Iterable<GroupSums>;
  /**
   * Totals of each bucket and group. Groups that are not in `groups` have the name undefined, because they share one
   * line. Entries with the same bucket and name must be added up.
   */
  byBucket(groups: readonly string[]): Iterable<Omit<SumRow, "name"> & { readonly name: string | undefined }>;
}

export type GroupSums = Readonly<Record<SumName, number>> & { readonly name: string };

export function storedSums(rows: readonly SumRow[]): StoredSums {
  return {
    totals: rows,
    byBucket(groups) {
      const shown = new Set(groups);
      return rows.map((row) => (shown.has(row.name) ? row : { ...row, name: undefined }));
    },
  };
}

export interface SketchRow {
  readonly [column: string]: unknown;
  readonly place: number;
  readonly name: string;
}

/** The largest groups, largest first, encoded by `encodeText`. Without grouping, this is one empty name. */
export interface SeriesGroups {
  readonly groups: readonly string[];
  readonly lines: readonly SeriesLine[];
  /** Sum of all other groups by bucket, without latency sketches. Undefined if there are no other groups. */
  readonly other: SeriesLine | undefined;
}

export class SeriesLines {
  readonly #options: SeriesLinesOptions;
  readonly #stored: StoredSums;
  readonly #loose: readonly { readonly place: number; readonly name: string; readonly cell: Cell }[];

  constructor(options: SeriesLinesOptions, stored: StoredSums) {
    const { groupColumn, plan } = options;
    this.#options = options;
    this.#stored = stored;
    this.#loose = [...looseCells(options)].map(({ place, cell }) => ({
      place: bucketPlace(plan, place),
      name: groupColumn === undefined ? "" : place[groupColumn],
      cell,
    }));
  }

  /**
   * Returns the largest groups, largest first. The size of a group is the sum of the columns in `rank`, over all
   * buckets.
   */
  groups(limit: number, rank: readonly SumName[]): readonly string[] {
    const { groupColumn, records } = this.#options;
    if (groupColumn === undefined) return [""];
    const sizes = new GroupSizes(rank, records);
    for (const row of this.#stored.totals) sizes.add(row.name, row);
    for (const { name, cell } of this.#loose) sizes.add(name, cell);
    return sizes.largest(limit);
  }

  /** Returns the values of the given groups in each bucket. `stored` contains the latency sketches of these groups. */
  read(groups: readonly string[], stored: Iterable<SketchRow>): SeriesGroups {
    const { plan, sums, records } = this.#options;
    const emptyLine = (): (Cell | undefined)[] => Array.from({ length: plan.buckets.count }, () => undefined);
    const lines = new Map(groups.map((group) => [group, emptyLine()]));
    const other = emptyLine();
    const cellAt = (name: string, place: number): Cell => ((lines.get(name) ?? other)[place] ??= emptyCell());
    for (const row of this.#stored.byBucket(groups)) {
      const cell = row.name === undefined ? (other[row.place] ??= emptyCell()) : cellAt(row.name, row.place);
      for (const each of sums) cell[each] += row[each];
    }
    for (const row of stored) mergeSketches(cellAt(row.name, row.place), row);
    for (const { place, name, cell } of this.#loose) mergeCell(cellAt(name, place), cell);
    // If the other groups have no records, they have no line. Their entries can still exist: when a record has moved to
    // a shown group, its previous group has the entries 1 (stored) and -1 (not stored yet), which add up to 0.
    const left = totalOf(other);
    const isLeft = records.some((each) => left[each] !== 0);
    return { groups, lines: groups.map((group) => lines.get(group) ?? []), other: isLeft ? other : undefined };
  }
}

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

  largest(limit: number): string[] {
    return [...this.#sizes]
      .filter(([, { records }]) => records > 0)
      .toSorted(([one, { size }], [other, { size: otherSize }]) => otherSize - size || (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([name]) => name);
  }
}

export function totalOf(line: SeriesLine): Cell {
  const total = emptyCell();
  for (const cell of line) if (cell !== undefined) mergeCell(total, cell);
  return total;
}
