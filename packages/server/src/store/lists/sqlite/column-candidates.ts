import type { Filter } from "../../list.ts";
import { sqliteFilters } from "./sqlite-filters.ts";
import type { Fragment, Database } from "../../session/sqlite/database.ts";
import { toSnakeCase } from "../../schema/snake-case.ts";
import type { Candidates } from "./record-walk.ts";

/** Maximum number of values that one filter looks up in an index. If there are more values, the list is scanned. */
const maximumRanges = 32;
/**
 * If a column has at least this many distinct values, a text search scans the list. If the column has fewer, the search
 * tests each distinct value once, and looks up the records with the matching values in the index.
 */
const maximumValues = 1_000;

export class ColumnCandidates {
  readonly #database: Database;
  readonly #table: string;
  readonly #key: string;
  readonly #order: string;

  /** `order`: column by which the candidates are sorted. */
  constructor(database: Database, table: string, key: string, order = "created_at") {
    this.#database = database;
    this.#table = table;
    this.#key = key;
    this.#order = order;
  }

  /**
   * Returns the rows of an index on (project_id, column, order) that may match a filter. Undefined if a scan is
   * faster.
   */
  ofIndexed(project: number, field: string, filter: Filter): Candidates | undefined {
    const column = toSnakeCase(field);
    const { operator, value } = filter;
    if (operator === "eq" && typeof value === "string") return this.#equal(project, column, [value]);
    if (operator === "in" && Array.isArray(value)) return this.#equal(project, column, value.map(String));
    if (operator === "is" && value === null) return this.#where(project, { sql: `${column} IS NULL`, parameters: [] });
    if (operator !== "ilike") return undefined;
    const values = this.#valuesOf(project, column);
    if (values === undefined) return undefined;
    const { sql, parameters } = sqliteFilters.compare({ sql: "value", parameters: [] }, filter);
    const matching = this.#database
      .all<{ value: string }>(`SELECT value FROM json_each(?) WHERE ${sql}`, JSON.stringify(values), ...parameters)
      .map((row) => row.value);
    return this.#equal(project, column, matching);
  }

  /**
   * Returns the rows that an index on (project_id, column) finds for a condition, sorted by creation. Undefined if many
   * of the newest records match, because a scan of the list then fills a page sooner.
   */
  ofCondition(project: number, condition: Fragment): Candidates | undefined {
    return this.#isCommon(project, condition) ? undefined : this.#where(project, condition);
  }

  /**
   * Like {@link ofCondition}, for a column whose index does not start with the project. `+project_id` hides the project
   * from the query planner of SQLite, which then chooses the index of the column.
   */
  ofReference(project: number, condition: Fragment): Candidates | undefined {
    return this.#isCommon(project, condition) ? undefined : this.#where(project, condition, "+project_id");
  }

  /** Like {@link ofCondition} and {@link ofReference}, for conditions known to be rare. */
  ofRare(project: number, condition: Fragment, owner: "project_id" | "+project_id"): Candidates {
    return this.#where(project, condition, owner);
  }

  ofRange(project: number, field: string, filter: Filter): Candidates | undefined {
    if (filter.operator === "is") return this.ofIndexed(project, field, filter);
    if (!["eq", "gt", "gte", "lt", "lte"].includes(filter.operator)) return undefined;
    return this.ofCondition(project, sqliteFilters.compare({ sql: toSnakeCase(field), parameters: [] }, filter));
  }

  /** Candidates from a partial index, in order of creation. `exact`: whether they all match the filter. */
  ofPartial(project: number, sql: string, exact: boolean): Candidates {
    const { ranges } = this.#where(project, { sql, parameters: [] });
    return { ranges: ranges.map((range) => ({ ...range, exact })) };
  }

  #equal(project: number, column: string, values: readonly string[]): Candidates | undefined {
    const distinct = [...new Set(values)];
    if (distinct.length > maximumRanges) return undefined;
    if (distinct.length === 0) return this.#where(project, { sql: "FALSE", parameters: [] });
    const sql = `${column} = ?`;
    const ranges = distinct.flatMap((value) => this.#where(project, { sql, parameters: [value] }).ranges);
    return { ranges };
  }

  #isCommon(project: number, { sql, parameters }: Fragment): boolean {
    const newest = `SELECT * FROM ${this.#table} WHERE project_id = ? ORDER BY created_at DESC LIMIT ${sampleSize}`;
    const sample = `SELECT count(*) AS count FROM (${newest}) WHERE ${sql}`;
    return (this.#database.get<{ count: number }>(sample, project, ...parameters)?.count ?? 0) >= commonMatches;
  }

  #where(
    project: number,
    { sql, parameters }: Fragment,
    owner: "project_id" | "+project_id" = "project_id",
  ): Candidates {
    const select = `SELECT ${this.#key} AS key, ${this.#order} AS value FROM ${this.#table} WHERE ${owner} = ?`;
    return { ranges: [{ sql: `${select} AND ${sql}`, parameters: [project, ...parameters], exact: true }] };
  }

  /**
   * Distinct values of a column, found by skipping along the index. Undefined if there are {@link maximumValues} or
   * more.
   */
  #valuesOf(project: number, column: string): string[] | undefined {
    const leap = `SELECT min(${column}) AS value FROM ${this.#table} WHERE project_id = ?1`;
    const sql = `
      WITH RECURSIVE leaps (value) AS (
        ${leap} UNION ALL
        SELECT (${leap} AND ${column} > leaps.value) FROM leaps WHERE leaps.value IS NOT NULL LIMIT ${maximumValues + 1}
      ) SELECT value FROM leaps WHERE value IS NOT NULL`;
    const rows = this.#database.all<{ value: string }>(sql, project);
    return rows.length >= maximumValues ? undefined : rows.map((row) => row.value);
  }
}

/**
 * Number of newest records that are tested with a condition before an index is used for it. If at least
 * {@link commonMatches} of these records match, a scan of the list is faster than the index.
 */
export const sampleSize = 500;
export const commonMatches = 50;

export interface NewestSample {
  readonly size: number;
  readonly matches: number;
}

/** Sample for conditions that are fast to test. */
export const newestRecords: NewestSample = { size: sampleSize, matches: commonMatches };

/** Whether at least `matches` of the `size` newest rows `r` of a table match a condition. */
export function isCommonAmong(
  database: Database,
  { table, project, condition }: { readonly table: string; readonly project: number; readonly condition: Fragment },
  { size, matches }: NewestSample,
): boolean {
  const newest = `SELECT * FROM ${table} WHERE project_id = ? ORDER BY created_at DESC LIMIT ?`;
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM (${newest}) r WHERE ${condition.sql} LIMIT ?)`;
  const row = database.get<{ count: number }>(sql, project, size, ...condition.parameters, matches);
  return (row?.count ?? 0) >= matches;
}
