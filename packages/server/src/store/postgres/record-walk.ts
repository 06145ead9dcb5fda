import type { Position } from "../cursor.ts";
import type { Fragment, Parameter, Session } from "./session.ts";

/** What a list is ordered by when that stands in another table. */
export interface JoinedOrder {
  readonly sql: string;
  /** The key of the record in that table, whose index has the order. */
  readonly key: string;
}

export interface WalkOptions {
  /** The rows of the table or of an index, called `r`. */
  readonly rows: string;
  /** The ordered column of `r`. */
  readonly order: string;
  readonly direction: "ASC" | "DESC";
  readonly nullable: boolean;
  readonly joined?: JoinedOrder | undefined;
  /** The condition on the row `r`, that of the project first. */
  readonly condition: Fragment;
  /** A condition that an index answers and that leaves few rows, which are put in order before the others are asked. */
  readonly among?: Fragment | undefined;
}

export interface Bounds {
  readonly after: Position | undefined;
  readonly before: Position | undefined;
}

/** Walks the records of a project in the order of a list, along its index where one narrows the list less. */
export class RecordWalk {
  readonly #session: Session;
  readonly #options: WalkOptions;

  constructor(session: Session, options: WalkOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** The first `limit` matches between the bounds, from the start of the list or, reversed, from its end. */
  async take(forward: boolean, bounds: Bounds, limit: number): Promise<Position[]> {
    const matches: Position[] = [];
    for (const nulls of this.#phases(forward, bounds)) {
      if (matches.length === limit) break;
      // oxlint-disable-next-line no-await-in-loop -- the nulls follow the values
      matches.push(...(await this.#page(forward, nulls, bounds, limit - matches.length)));
    }
    return matches;
  }

  /** Whether the record at a position matches still. */
  async includes({ key }: Position): Promise<boolean> {
    const { rows, condition } = this.#options;
    const sql = `SELECT 1 FROM ${rows} WHERE ${condition.sql} AND r.key = ?`;
    return (await this.#session.get(sql, ...condition.parameters, key)) !== undefined;
  }

  /** Nulls come last in either direction. */
  #phases(forward: boolean, { after, before }: Bounds): boolean[] {
    if (!this.#options.nullable) return [false];
    const phases = [
      ...(after?.value === null ? [] : [false]),
      ...(before !== undefined && before.value !== null ? [] : [true]),
    ];
    return forward ? phases : phases.toReversed();
  }

  #page(forward: boolean, nulls: boolean, { after, before }: Bounds, limit: number): Promise<Position[]> {
    const { order, nullable, condition, direction, joined } = this.#options;
    const key = joined === undefined || nulls ? "r.key" : joined.key;
    const ascending = direction === "ASC";
    const conditions: Fragment[] = [condition];
    if (nullable) conditions.push({ sql: `${order} IS ${nulls ? "" : "NOT "}NULL`, parameters: [] });
    if (after !== undefined) conditions.push(beyond({ order, key }, after, ascending, nulls));
    if (before !== undefined) conditions.push(beyond({ order, key }, before, !ascending, nulls));
    const towards = forward === ascending ? "ASC" : "DESC";
    const { sql, parameters } = conjunction(conditions);
    const sorted = `ORDER BY ${order} ${towards}, ${key} ${towards}`;
    const rows = this.#rows(sorted);
    return this.#session.all<Position>(
      `SELECT r.key, ${order} AS value FROM ${rows.sql} WHERE ${sql} ${sorted} LIMIT ?`,
      ...rows.parameters,
      ...parameters,
      limit,
    );
  }

  /** To test a row may be dear, so that no more are tested than the page needs. */
  #rows(sorted: string): Fragment {
    const { among, joined } = this.#options;
    const join = joined?.sql ?? "";
    const rows = `${this.#options.rows} ${join}`;
    if (among === undefined) return { sql: rows, parameters: [] };
    const sql = `(SELECT r.* FROM ${rows} WHERE ${among.sql} ${sorted} OFFSET 0) r ${join}`;
    return { sql, parameters: among.parameters };
  }
}

/** The rows on one side of a position, in the phase of values or in that of nulls. */
function beyond(
  columns: { readonly order: string; readonly key: string },
  { value, key }: Position,
  upward: boolean,
  nulls: boolean,
): Fragment {
  const comparison = upward ? ">" : "<";
  if (nulls) return value === null ? { sql: `r.key ${comparison} ?`, parameters: [key] } : always;
  if (value === null) return always;
  return { sql: `(${columns.order}, ${columns.key}) ${comparison} (?, ?)`, parameters: [value, key] };
}

const always: Fragment = { sql: "TRUE", parameters: [] };

export function conjunction(fragments: readonly Fragment[]): Fragment {
  if (fragments.length === 0) return always;
  const parameters: Parameter[] = fragments.flatMap((fragment) => [...fragment.parameters]);
  return { sql: fragments.map((fragment) => `(${fragment.sql})`).join(" AND "), parameters };
}
