import type { Database, Parameter } from "./database.ts";
import type { Fragment } from "./condition.ts";
import { type Cell, emptyCell, isEmptyCell, mergeCell, type SketchName, type SumName } from "./rollup-cells.ts";
import { toCell } from "./rollups.ts";
import { SeriesSources, type SeriesSourcesOptions } from "./series-sources.ts";

export interface SeriesCellsOptions extends SeriesSourcesOptions {
  readonly database: Database;
  /** The column that tells the group; undefined without groups. */
  readonly groupColumn: "environment" | "value" | undefined;
  readonly sums: readonly SumName[];
  readonly sketches: readonly SketchName[];
}

/** One cell a bucket; undefined where there is nothing. */
export type SeriesLine = readonly (Cell | undefined)[];

interface Row {
  readonly [column: string]: unknown;
  readonly place: number;
  readonly name: string | null;
}

/** So many more groups than are shown take part in the ranking, as what is pending may change it. */
const spareGroups = 50;

/** Puts the sums of a series together from all its sources. */
export class SeriesCells {
  readonly #options: SeriesCellsOptions;
  readonly #sources: SeriesSources;

  constructor(options: SeriesCellsOptions) {
    this.#options = options;
    this.#sources = new SeriesSources(options);
  }

  /** The largest groups; without grouping the only one. */
  groups(limit: number, rank: readonly SumName[]): string[] {
    const { database, groupColumn } = this.#options;
    if (groupColumn === undefined) return [""];
    const sizes = new Map<string, { size: number; records: number }>();
    const add = (name: string, size: number, records: number): void => {
      const known = sizes.get(name) ?? { size: 0, records: 0 };
      sizes.set(name, { size: known.size + size, records: known.records + records });
    };
    for (const { sql, parameters } of this.#sources.stored) {
      const ranked = `
        SELECT ${groupColumn} AS name, ${rank.map((name) => `sum(${name})`).join(" + ")} AS size,
          sum(steps + threads + scores) AS records
        FROM rollups WHERE ${sql} GROUP BY 1 ORDER BY 2 DESC LIMIT ?`;
      const rows = database.all<{ name: string; size: number; records: number }>(
        ranked,
        ...parameters,
        limit + spareGroups,
      );
      for (const { name, size, records } of rows) add(name, size, records);
    }
    for (const { place, cell } of this.#sources.loose()) {
      const size = rank.reduce((total, name) => total + cell[name], 0);
      add(place[groupColumn], size, cell.steps + cell.threads + cell.scores);
    }
    return [...sizes]
      .filter(([, { records }]) => records > 0)
      .toSorted(([one, { size }], [other, { size: otherSize }]) => otherSize - size || (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([name]) => name);
  }

  /** The line of each group, and that of what is left, without sketches; undefined when nothing is. */
  read(groups: readonly string[]): { readonly lines: readonly SeriesLine[]; readonly other: SeriesLine | undefined } {
    const { groupColumn, plan } = this.#options;
    const emptyLine = (): (Cell | undefined)[] => Array.from({ length: plan.buckets.count }, () => undefined);
    const lines = new Map(groups.map((group) => [group, emptyLine()]));
    let other: (Cell | undefined)[] | undefined;
    const merge = (place: number, name: string | null, cell: Cell): void => {
      const line = (name === null ? undefined : lines.get(name)) ?? (other ??= emptyLine());
      const known = line[place];
      if (known === undefined) line[place] = cell;
      else mergeCell(known, cell);
    };
    for (const source of this.#sources.stored) {
      for (const row of this.#readSums(source, groups)) merge(row.place, row.name, toCell(row));
      for (const row of this.#readSketches(source, groups)) merge(row.place, row.name, toCell(row));
    }
    for (const { place, cell } of this.#sources.loose()) {
      const copy = emptyCell();
      mergeCell(copy, cell);
      merge(this.#sources.placeOf(place), groupColumn === undefined ? "" : place[groupColumn], copy);
    }
    // Records that left a group leave cells behind that cancel out.
    const isLeft = other !== undefined && !isEmptyCell(totalOf(other));
    return { lines: groups.map((group) => lines.get(group) ?? []), other: isLeft ? other : undefined };
  }

  /** The sums by bucket and group; those of the groups that are not shown come under null. */
  #readSums({ sql, parameters }: Fragment, groups: readonly string[]): Row[] {
    const { database, sums, groupColumn } = this.#options;
    const { place } = this.#sources;
    const name =
      groupColumn === undefined
        ? "''"
        : `CASE WHEN ${groupColumn} IN (SELECT value FROM json_each(?)) THEN ${groupColumn} END`;
    const statement = `
      SELECT ${place.sql} AS place, ${name} AS name, ${sums.map((each) => `sum(${each}) AS ${each}`).join(", ")}
      FROM rollups WHERE ${sql} GROUP BY 1, 2`;
    return database.all<Row>(statement, ...place.parameters, ...this.#shown(groups), ...parameters);
  }

  /** The sketches of the groups that are shown. */
  #readSketches({ sql, parameters }: Fragment, groups: readonly string[]): Row[] {
    const { database, sketches, groupColumn } = this.#options;
    if (sketches.length === 0) return [];
    const { place } = this.#sources;
    const present = sketches.map((each) => `${each} IS NOT NULL`).join(" OR ");
    const shown = groupColumn === undefined ? "TRUE" : `${groupColumn} IN (SELECT value FROM json_each(?))`;
    const statement = `
      SELECT ${place.sql} AS place, ${groupColumn ?? "''"} AS name, ${sketches.join(", ")}
      FROM rollups WHERE ${sql} AND (${present}) AND ${shown}`;
    return database.all<Row>(statement, ...place.parameters, ...parameters, ...this.#shown(groups));
  }

  #shown(groups: readonly string[]): Parameter[] {
    return this.#options.groupColumn === undefined ? [] : [JSON.stringify(groups)];
  }
}

/** The cells of a line together. */
export function totalOf(line: SeriesLine): Cell {
  const total = emptyCell();
  for (const cell of line) if (cell !== undefined) mergeCell(total, cell);
  return total;
}
