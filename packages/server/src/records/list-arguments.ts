import type { QueryThreadsArgs } from "@threadline/schema/server";
import { orderColumns } from "../store/filter-fields.ts";
import type { ListedResource } from "../store/filter-fields.ts";
import type { ListQuery, Order } from "../store/list.ts";
import { badInput } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { recordLimits } from "./limits.ts";
import { readText } from "./text.ts";
import type { Given } from "./text.ts";

/** The arguments that all lists share. */
export interface ListArguments extends Pick<
  QueryThreadsArgs,
  "after" | "before" | "cursorAnchor" | "filters" | "first" | "last" | "skip"
> {
  readonly orderBy?: Given<{ readonly column: string; readonly direction: Order["direction"] }>;
}

/**
 * The query of a list. A page has 50 records when the caller does not say, and 100 at most: a larger `first` or `last` gives
 * 100, and `pageInfo` tells that there are more.
 */
export function readListArguments(resource: ListedResource, args: ListArguments): ListQuery {
  return {
    filters: readFilters(resource, args.filters),
    orderBy: readOrder(resource, args.orderBy),
    ...readPageSize(args),
    after: readText("after", args.after, recordLimits.cursorLength) || undefined,
    before: readText("before", args.before, recordLimits.cursorLength) || undefined,
    cursorAnchor: args.cursorAnchor ?? undefined,
    skip: readSkip(args.skip),
  };
}

/** The order of a list, by a column that it can be ordered by. */
export function readOrder(resource: ListedResource, order: ListArguments["orderBy"]): Order | undefined {
  if (order == null) return undefined;
  const columns = orderColumns[resource];
  if (!columns.includes(order.column)) throw badInput("orderBy.column", `must be one of ${columns.join(", ")}`);
  return { column: order.column, direction: order.direction };
}

function readPageSize({ first, last }: ListArguments): Pick<ListQuery, "first" | "last"> {
  if (first != null && last != null) throw badInput("last", "cannot be combined with first");
  if (last != null) return { last: sizeOf("last", last) };
  return { first: first == null ? recordLimits.defaultPageSize : sizeOf("first", first) };
}

function sizeOf(field: string, size: number): number {
  if (size < 1) throw badInput(field, "must be at least 1", 1);
  return Math.min(size, recordLimits.pageSize);
}

function readSkip(skip: Given<number>): number | undefined {
  if (skip == null) return undefined;
  if (skip < 0) throw badInput("skip", "must not be negative", 0);
  if (skip > recordLimits.skip) throw badInput("skip", `must be at most ${recordLimits.skip}`, recordLimits.skip);
  return skip;
}
