import type { Position } from "../cursor.ts";
import type { Fragment, Database, Parameter } from "../../session/sqlite/database.ts";
import { conjunction } from "../../session/fragment.ts";
import { type Bounds, conditionsOf, directionOf, phasesOf, type Walk, type WalkOrder } from "../walk.ts";
import { sliceTime } from "../../session/sqlite/read-turns.ts";
import { type TestedRecords, testRecords } from "./test-records.ts";

/**
 * A query for a range of an index. Each row contains the `key` of a record, and as `value` the record's value in the
 * column by which the list is ordered, by default its creation time.
 */
export interface CandidateRange extends Fragment {
  /** Whether all rows of the range match the filter. Such rows are counted without a test. */
  readonly exact?: boolean | undefined;
}

/** Rows of an index that may match a filter. */
export interface Candidates {
  /** Ranges to read. A record in an `exact` range is in no other range. */
  readonly ranges: readonly CandidateRange[];
  /**
   * Whether SQLite has to sort all index rows of the ranges before it returns the first row. If so, the rows are read
   * in large batches, and each batch is tested in slices. A query for each slice would sort all rows each time.
   */
  readonly areCollected?: boolean | undefined;
}

export interface WalkOptions extends WalkOrder {
  readonly table: string;
  readonly key: string;
  readonly project: number;
  /** Conditions on `value`, the ordered column. */
  readonly ranges: readonly Fragment[];
  readonly conditions: readonly Fragment[];
  /** Returns the index rows to test. Called for each slice, because records may be indexed between two slices. */
  readonly candidates: (() => Candidates | undefined) | undefined;
  readonly areCollected?: boolean | undefined;
}

export interface WalkBase extends TestedRecords {
  /**
   * Queries that return the `key` and `value` of all index rows that may match. Undefined if no index narrows the list.
   */
  readonly candidates: readonly CandidateRange[] | undefined;
  readonly all: Fragment;
  /**
   * Conditions on `value`, such as a range of creation times. The queries in `candidates` and `all` contain them. Other
   * queries, which read records by their keys, must add them.
   */
  readonly bounds: Fragment;
}

interface SliceRow extends Position {
  /**
   * Null for a match. The last row of a slice is not a match: it repeats the last index row that was read, and its
   * `passed` is the number of index rows that were read.
   */
  readonly passed: number | null;
}

const firstSlice = 4_096;
const largestSlice = 65_536;
const collected = { first: 10_000, next: 100_000 };

/**
 * Scans the records of a project in list order along an index, and tests each of them. It runs in slices, so that a
 * filter without an index does not delay other requests.
 */
export class RecordWalk implements Walk {
  readonly #database: Database;
  readonly #options: WalkOptions;
  readonly #test: Fragment;

  constructor(database: Database, options: WalkOptions) {
    this.#database = database;
    this.#options = options;
    this.#test = conjunction(options.conditions);
  }

  async take(forward: boolean, bounds: Bounds, limit: number): Promise<Position[]> {
    const matches: Position[] = [];
    for (const nulls of phasesOf(this.#options, forward, bounds)) {
      for await (const rows of this.#slices(forward, nulls, bounds, limit)) {
        matches.push(...rows);
        if (matches.length >= limit) return matches.slice(0, limit);
      }
    }
    return matches;
  }

  async count(): Promise<number> {
    const { candidates, conditions } = this.#options;
    const everything = { after: undefined, before: undefined };
    const ranges = conditions.length === 1 ? (candidates?.()?.ranges ?? []) : [];
    const exact = ranges.filter((range) => range.exact);
    const tested = ranges.filter((range) => !range.exact);
    if (conditions.length === 0 || exact.length > 0) {
      const rows = this.#with(exact).#rows(false, everything);
      const sql = `SELECT count(*) AS count FROM (${rows.sql})`;
      const { count = 0 } = this.#database.get<{ count: number }>(sql, ...rows.parameters) ?? {};
      return tested.length > 0 ? count + (await this.#with(tested).count()) : count;
    }
    let count = 0;
    for await (const rows of this.#slices(true, false, everything, largestSlice)) count += rows.length;
    return count;
  }

  get base(): WalkBase {
    const { candidates, table, key, project, conditions } = this.#options;
    const everything = { after: undefined, before: undefined };
    const ranges = candidates?.()?.ranges.map((range) => ({
      ...this.#with([range]).#rows(false, everything),
      exact: range.exact === true && conditions.length === 1,
    }));
    return {
      table,
      key,
      project,
      candidates: ranges,
      all: new RecordWalk(this.#database, { ...this.#options, candidates: undefined }).#rows(false, everything),
      bounds: conjunction(this.#options.ranges),
      test: conditions.length === 0 ? undefined : this.#test,
    };
  }

  #with(ranges: readonly CandidateRange[]): RecordWalk {
    return ranges.length === 0
      ? this
      : new RecordWalk(this.#database, { ...this.#options, candidates: () => ({ ranges }) });
  }

  async includes({ key }: Position): Promise<boolean> {
    const { table, project } = this.#options;
    const sql = `SELECT 1 FROM ${table} r WHERE r.${this.#options.key} = ? AND r.project_id = ? AND ${this.#test.sql}`;
    return this.#database.get(sql, key, project, ...this.#test.parameters) !== undefined;
  }

  async *#slices(forward: boolean, nulls: boolean, bounds: Bounds, limit: number): AsyncGenerator<readonly Position[]> {
    const isTested = this.#options.conditions.length > 0;
    if (isTested && this.#options.areCollected) {
      return yield* this.#collectedSlices(forward, nulls, bounds);
    }
    let size = isTested ? Math.min(Math.max(4 * limit, 256), firstSlice) : limit;
    let { after, before } = bounds;
    for (;;) {
      const startedAt = performance.now();
      const slice = this.#database.read(() => this.#slice(forward, nulls, { after, before }, size, limit));
      const end = slice.findIndex((row) => row.passed !== null);
      const last = slice[end];
      const matches = slice.filter((row) => row.passed === null);
      if (matches.length > 0) yield matches;
      if (last === undefined || (last.passed ?? 0) < size) return;
      if (forward) after = last;
      else before = last;
      const elapsed = performance.now() - startedAt;
      if (elapsed < sliceTime / 2) size = Math.min(size * 4, largestSlice);
      else if (elapsed > sliceTime) size = Math.max(Math.floor(size / 2), 64);
      await this.#database.turns.next(this.#options.project);
    }
  }

  /** Reads index rows in large batches, and tests them in slices. */
  async *#collectedSlices(forward: boolean, nulls: boolean, bounds: Bounds): AsyncGenerator<readonly Position[]> {
    const direction = directionOf(this.#options, forward);
    let { after, before } = bounds;
    for (let limit = collected.first; ; limit = collected.next) {
      const candidates = this.#database.read(() => {
        const rows = this.#rows(nulls, { after, before });
        const sql = `${rows.sql} ORDER BY value ${direction}, key ${direction} LIMIT ?`;
        return this.#database.all<Position>(sql, ...rows.parameters, limit);
      });
      yield* testRecords(this.#database, { ...this.#options, test: this.#test }, candidates, ({ key }) => key);
      const last = candidates.at(-1);
      if (last === undefined || candidates.length < limit) return;
      if (forward) after = last;
      else before = last;
    }
  }

  #slice(forward: boolean, nulls: boolean, bounds: Bounds, size: number, limit: number): SliceRow[] {
    const { table, key } = this.#options;
    const rows = this.#rows(nulls, bounds);
    const direction = directionOf(this.#options, forward);
    const reverse = direction === "ASC" ? "DESC" : "ASC";
    const slice = `${rows.sql} ORDER BY value ${direction}, key ${direction} LIMIT ?`;
    if (this.#options.conditions.length === 0) {
      const found = this.#database.all<Position>(slice, ...rows.parameters, size);
      const last = found.at(-1);
      return [...found.map((row) => ({ ...row, passed: null })), ...(last ? [{ ...last, passed: found.length }] : [])];
    }
    const sql = `
      WITH slice AS MATERIALIZED (${slice})
      SELECT * FROM (
        SELECT slice.key, slice.value, NULL AS passed FROM slice CROSS JOIN ${table} r ON r.${key} = slice.key
        WHERE ${this.#test.sql} ORDER BY slice.value ${direction}, slice.key ${direction} LIMIT ?
      )
      UNION ALL SELECT * FROM (
        SELECT key, value, (SELECT count(*) FROM slice) FROM slice ORDER BY value ${reverse}, key ${reverse} LIMIT 1
      )`;
    return this.#database.all<SliceRow>(sql, ...rows.parameters, size, ...this.#test.parameters, limit);
  }

  #rows(nulls: boolean, bounds: Bounds): Fragment {
    const { candidates, table, key, project, order, ranges } = this.#options;
    const within = { ...this.#options, order: "value", key: "key" };
    const all = conjunction<Parameter>([...ranges, ...conditionsOf(within, nulls, bounds)]);
    const own = {
      sql: `SELECT ${key} AS key, ${order} AS value FROM ${table} r WHERE project_id = ?`,
      parameters: [project],
    };
    return union(
      (candidates?.()?.ranges ?? [own]).map((range) => ({
        sql: `SELECT key, value FROM (${range.sql}) WHERE ${all.sql}`,
        parameters: [...range.parameters, ...all.parameters],
      })),
    );
  }
}

/** Distinct rows of all ranges. With an ORDER BY, SQLite merges the sorted ranges without storing their rows. */
export function union(ranges: readonly Fragment[]): Fragment {
  return {
    sql: ranges.map((range) => range.sql).join(" UNION "),
    parameters: ranges.flatMap((range) => [...range.parameters]),
  };
}
