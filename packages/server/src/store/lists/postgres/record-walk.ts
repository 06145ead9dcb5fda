import type { Position } from "../cursor.ts";
import type { Fragment, Parameter, Session } from "../../session/postgres/session.ts";
import { conjunction } from "../../session/fragment.ts";
import { type Bounds, conditionsOf, directionOf, phasesOf, type Walk, type WalkOrder } from "../walk.ts";

export interface JoinedOrder {
  readonly sql: string;
  /**
   * Column of the joined table that contains the key of the record, for example `u.step`. The joined table needs an
   * index on three columns: the project, the column by which the list is ordered, and this column.
   */
  readonly key: string;
  /**
   * Condition of a partial index on the joined table, for example `u.is_run` if a filter selects runs. It must be true
   * for all records that match the filters. PostgreSQL uses a partial index only if the statement contains the
   * condition of the index.
   */
  readonly where?: string | undefined;
}

export interface WalkOptions extends WalkOrder {
  readonly rows: string;
  readonly joined?: JoinedOrder | undefined;
  /** Condition on the row `r`, beginning with a condition on the project. */
  readonly condition: Fragment;
  /**
   * Condition that an index supports and that few rows meet. Only these rows are sorted and tested with the other
   * conditions.
   */
  readonly among?: Fragment | undefined;
}

/**
 * Reads the records of a project in the order of a list, along the index of this order. With `among`, reads the few
 * rows that `among` selects, and sorts them.
 */
export class RecordWalk implements Walk {
  readonly #session: Session;
  readonly #options: WalkOptions;

  constructor(session: Session, options: WalkOptions) {
    this.#session = session;
    this.#options = options;
  }

  async take(forward: boolean, bounds: Bounds, limit: number): Promise<Position[]> {
    const matches: Position[] = [];
    for (const nulls of phasesOf(this.#options, forward, bounds)) {
      if (matches.length === limit) break;
      // oxlint-disable-next-line no-await-in-loop -- null values follow the others
      matches.push(...(await this.#page(forward, nulls, bounds, limit - matches.length)));
    }
    return matches;
  }

  async includes({ key }: Position): Promise<boolean> {
    const { rows, condition } = this.#options;
    const sql = `SELECT 1 FROM ${rows} WHERE ${condition.sql} AND r.key = ?`;
    return (await this.#session.get(sql, ...condition.parameters, key)) !== undefined;
  }

  #page(forward: boolean, nulls: boolean, bounds: Bounds, limit: number): Promise<Position[]> {
    const { order, condition, joined } = this.#options;
    const key = joined === undefined || nulls ? "r.key" : joined.key;
    const { sql, parameters } = conjunction<Parameter>([
      condition,
      ...(joined?.where === undefined || nulls ? [] : [{ sql: joined.where, parameters: [] }]),
      ...conditionsOf({ ...this.#options, key }, nulls, bounds),
    ]);
    const towards = directionOf(this.#options, forward);
    const sorted = `ORDER BY ${order} ${towards}, ${key} ${towards}`;
    const rows = this.#rows(sorted);
    return this.#session.all<Position>(
      `SELECT r.key, ${order} AS value FROM ${rows.sql} WHERE ${sql} ${sorted} LIMIT ?`,
      ...rows.parameters,
      ...parameters,
      limit,
    );
  }

  /**
   * Returns the rows as a FROM item. With `among`, a subquery sorts the rows first. The other conditions are then
   * tested in list order, so that the tests can end when the page is full.
   */
  #rows(sorted: string): Fragment {
    const { among, joined } = this.#options;
    const join = joined?.sql ?? "";
    const rows = `${this.#options.rows} ${join}`;
    if (among === undefined) return { sql: rows, parameters: [] };
    const sql = `(SELECT r.* FROM ${rows} WHERE ${among.sql} ${sorted} OFFSET 0) r ${join}`;
    return { sql, parameters: among.parameters };
  }
}
