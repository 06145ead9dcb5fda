import type { JsonValue } from "../json/json-value.ts";

/** The operators of a list filter, as the wire names them. */
export type FilterOperator =
  | "eq"
  | "neq"
  | "ilike"
  | "nilike"
  | "in"
  | "nin"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "is"
  | "nis";

/**
 * One condition of a list. Conditions are joined by AND. The record layer has checked that the field exists, that the
 * operator fits its type and that the value has the right shape (date-times arrive as epoch milliseconds), so a store
 * only translates it.
 */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
  /** Dotted path into a JSON field (`user.plan`), or the score's name for `scoreValue`. */
  readonly path?: string | undefined;
}

/** The order that a query asks for. A record is as old as its start, so that both times order alike. */
export function orderOf({ orderBy }: Pick<ListQuery, "orderBy">): Order {
  if (orderBy === undefined) return { column: "createdAt", direction: "DESC" };
  return orderBy.column === "startTime" ? { ...orderBy, column: "createdAt" } : orderBy;
}

/** The columns that a record may have no value in. Those records come last, in either direction. */
export const nullableOrders: ReadonlySet<string> = new Set([
  "tokenCount",
  "participant",
  "duration",
  "cost",
  "model",
  "provider",
  "lastEngaged",
]);

/** An order of a list. Ties are broken by the order of insertion, in the same direction. */
export interface Order {
  readonly column: string;
  readonly direction: "ASC" | "DESC";
}

/**
 * One page of a list, Relay style: `first`/`after` walk forward, `last`/`before` walk backward; nodes always come in the
 * list's order. Without `orderBy`: `createdAt`, newest first.
 */
export interface ListQuery {
  readonly filters?: readonly Filter[] | undefined;
  readonly orderBy?: Order | undefined;
  /** Page size; exactly one of `first` and `last` is set by the record layer. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Opaque cursors that this store gave out; a malformed one raises {@link InvalidCursorError}. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Only records created at or before this time (epoch ms). */
  readonly cursorAnchor?: number | undefined;
  /** Records to pass over before the page begins. */
  readonly skip?: number | undefined;
}

/** One page of records with their cursors. */
export interface Page<Record> {
  readonly edges: readonly { readonly cursor: string; readonly node: Record }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** A list of one resource. */
export interface Lister<Record> {
  list(projectId: string, query: ListQuery): Promise<Page<Record>>;
  /**
   * Counts the records that match `filters` and `cursorAnchor`. Exact up to 10,000; a larger count may be up to ten seconds old
   * and, when a filter looks into payloads, an estimate, so that counting never dominates a page.
   */
  count(projectId: string, query: Pick<ListQuery, "filters" | "cursorAnchor">): Promise<number>;
}

/** A cursor that this store did not give out, or gave out for another order. */
export class InvalidCursorError extends Error {
  override readonly name = "InvalidCursorError";
}
