import type { CallOptions } from "../transport/transport.ts";
import type { Maybe } from "./json.ts";

/** Position of a page in its list. */
export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** Cursor of the page's first record, for `before`; null when the page is empty. */
  startCursor: string | null;
  /** Cursor of the page's last record, for `after`; null when the page is empty. */
  endCursor: string | null;
}

export interface PaginatedResponse<T> {
  data: T[];
  pageInfo: PageInfo;
  /** Number of records in the whole list. */
  totalCount: number;
}

export interface PageArguments {
  /** Number of records. Default: chosen by the service. */
  first?: Maybe<number>;
  /** Returns the records after this cursor. */
  after?: Maybe<string>;
  /** Returns the records before this cursor. */
  before?: Maybe<string>;
}

/** Selects a page of the records that match a query. */
export interface QueryArguments extends PageArguments {
  /**
   * Query such as `model:gpt-4o latency:>2s -tag:test`, in addition to any filters. Absent or empty: all records match.
   */
  query?: Maybe<string>;
}

/** Selects a page of a filtered and ordered list. */
export interface ListArguments<Filter, Order> extends QueryArguments {
  /** Conditions. A record must match all of them. */
  filters?: Filter[] | undefined;
  orderBy?: Order | undefined;
}

/** Sort order of a list. Records that compare equal have a stable order. */
export interface OrderBy<Column extends string> {
  column: Column;
  direction: "ASC" | "DESC";
}

/** Reads one page of a list. Its method `all` iterates over all records. */
export interface ListOperation<Arguments extends PageArguments, Item> {
  (list?: Arguments, options?: CallOptions): Promise<PaginatedResponse<Item>>;
  /**
   * Iterates over all records of the list, for use with `for await`. Each request reads `first` records (default: 100),
   * starting after the cursor `after`. The next page is read when the loop reaches it. `timeoutMs` applies to each
   * page.
   *
   * @throws {ThreadlineError} in the loop, when a page cannot be read.
   */
  all(list?: Omit<Arguments, "before">, options?: CallOptions): AsyncIterable<Item>;
}
