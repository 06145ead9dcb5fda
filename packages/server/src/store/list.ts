import type { JsonValue } from "../json/json-value.ts";

/** Operators of list filters, by their names in the API. */
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
 * One condition on a field. A record must match all conditions of a list. The store does not validate the field,
 * operator and value. Times are epoch milliseconds.
 */
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
  /** Dotted path into a JSON field (`user.plan`), or the score's name for `scoreValue` and `scoreLabel`. */
  readonly path?: string | undefined;
}

/**
 * Filter of a list. Only a {@link Filter} can use an index; the other kinds are tested on each record. `any` matches if
 * all filters in one of its lists match.
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
 * Returns the order of a query; by default, newest first. An order by `startTime` becomes an order by `createdAt`,
 * which is the start time of a record or, if it has none, its creation time.
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
  "firstEngaged",
]);

/** Order of a list. Ties are ordered by insertion, in the same direction. */
export interface Order {
  readonly column: string;
  readonly direction: "ASC" | "DESC";
}

/**
 * Selects one page of a list. `first` and `after` read forward; `last` and `before` read backward. The records of a
 * page are always in list order. Without `orderBy`, the newest records are first.
 */
export interface ListQuery {
  readonly filters?: readonly ListFilter[] | undefined;
  readonly orderBy?: Order | undefined;
  /** Page size for reading forward. Exactly one of `first` and `last` is set. */
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
   * Counts the records that match `filters` and `cursorAnchor`. Counts up to 10,000 are exact. Larger ones may be ten
   * seconds old and, with filters on payloads, are estimates.
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
