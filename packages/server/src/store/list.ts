import type { JsonValue } from "../json/json-value.ts";

/** Operators of list filters, by their wire names. */
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
 * One condition of a list. Conditions are joined by AND. The code in `src/records` has validated the field, the
 * operator and the value (date-times are epoch milliseconds), so a store only translates it.
 */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
  /** Dotted path into a JSON field (`user.plan`), or the score's name for `scoreValue`. */
  readonly path?: string | undefined;
}

/**
 * Filter of a list: a condition, the complement of a condition, alternatives, or conditions on one step. A record
 * matches alternatives if it matches all filters of one of them. Indexes support conditions only; other filters are
 * tested on each record.
 */
export type ListFilter = Filter | ComplementFilter | AnyFilter | StepFilter;

/** Matches the records for which a condition does not hold. Used for operators without a negative counterpart. */
export interface ComplementFilter {
  readonly not: Filter;
}

export interface AnyFilter {
  readonly any: readonly (readonly ListFilter[])[];
}

/**
 * Matches threads by conditions on their steps: at least one step (`someStep`) or no step (`noStep`) meets all
 * conditions.
 */
export type StepFilter = { readonly someStep: readonly ListFilter[] } | { readonly noStep: readonly ListFilter[] };

/**
 * Requested order; by default, newest first. `createdAt` replaces `startTime`, because the `createdAt` of a record with
 * a start time is its start time.
 */
export function orderOf({ orderBy }: Pick<ListQuery, "orderBy">): Order {
  if (orderBy === undefined) return { column: "createdAt", direction: "DESC" };
  return orderBy.column === "startTime" ? { ...orderBy, column: "createdAt" } : orderBy;
}

/** Columns that may be null. Records without a value are last, in either direction. */
export const nullableOrders: ReadonlySet<string> = new Set([
  "tokenCount",
  "participant",
  "duration",
  "cost",
  "model",
  "provider",
  "lastEngaged",
]);

/** Order of a list. Ties are ordered by insertion, in the same direction. */
export interface Order {
  readonly column: string;
  readonly direction: "ASC" | "DESC";
}

/**
 * One page of a list, Relay style: `first`/`after` reads forward, `last`/`before` backward; nodes are always in list
 * order. Without `orderBy`: `createdAt`, newest first.
 */
export interface ListQuery {
  readonly filters?: readonly ListFilter[] | undefined;
  readonly orderBy?: Order | undefined;
  /** Page size. Exactly one of `first` and `last` is set. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Opaque cursors of this store. A malformed cursor throws an {@link InvalidCursorError}. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Only records created at or before this time (epoch ms). */
  readonly cursorAnchor?: number | undefined;
  readonly skip?: number | undefined;
}

export interface Page<Record> {
  readonly edges: readonly { readonly cursor: string; readonly node: Record }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export interface Lister<Record> {
  list(projectId: string, query: ListQuery): Promise<Page<Record>>;
  /**
   * Counts the records that match `filters` and `cursorAnchor`. Exact up to 10,000. A larger count may be up to ten
   * seconds old and, for filters on payloads, an estimate, because an exact count would take longer than reading a
   * page.
   */
  count(projectId: string, query: Pick<ListQuery, "filters" | "cursorAnchor">): Promise<number>;
}

export interface IdMatcher {
  /** Returns the ids whose records exist and match the filters. */
  matchingIds(projectId: string, ids: readonly string[], filters: readonly ListFilter[]): Promise<string[]>;
  /** Like {@link matchingIds} for several lists of filters. Each record is read once. */
  idsMatchingEach(
    projectId: string,
    ids: readonly string[],
    filters: readonly (readonly ListFilter[])[],
  ): Promise<string[][]>;
}

/** Cursor that is malformed or belongs to another order. */
export class InvalidCursorError extends Error {
  override readonly name = "InvalidCursorError";
}
