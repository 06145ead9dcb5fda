import type { QueryThreadsArgs } from "@threadline/schema/server";
import { orderColumns } from "../store/filter-fields.ts";
import type { ListedResource } from "../store/filter-fields.ts";
import type { ListQuery, Order } from "../store/list.ts";
import { badInput } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { recordLimits } from "./limits.ts";
import { readPageSize } from "./page-size.ts";
import { readQuery } from "./query.ts";
import { readText } from "./text.ts";
import type { Given } from "./text.ts";

export interface ListArguments extends Pick<
  QueryThreadsArgs,
  "after" | "before" | "cursorAnchor" | "filters" | "first" | "last" | "query" | "skip"
> {
  readonly orderBy?: Given<{ readonly column: string; readonly direction: Order["direction"] }>;
}

/**
 * Reads the arguments of a list. `first` and `last` are limited to 1 to 100, with a default of 50. `pageInfo` shows
 * whether there are more records.
 */
export function readListArguments(resource: ListedResource, args: ListArguments, now: number): ListQuery {
  return {
    filters: [...readFilters(resource, args.filters), ...readQuery(resource, args.query, now)],
    orderBy: readOrder(resource, args.orderBy),
    ...readWindow(args),
    after: readText("after", args.after, recordLimits.cursorLength) || undefined,
    before: readText("before", args.before, recordLimits.cursorLength) || undefined,
    cursorAnchor: args.cursorAnchor ?? undefined,
    skip: readSkip(args.skip),
  };
}

export function readOrder(resource: ListedResource, order: ListArguments["orderBy"]): Order | undefined {
  if (order == null) return undefined;
  const columns = orderColumns[resource];
  if (!columns.includes(order.column)) throw badInput("orderBy.column", `must be one of ${columns.join(", ")}`);
  return { column: order.column, direction: order.direction };
}

/**
 * Reads the page size and direction. `before` without `after` pages backward by `first` records, because older clients
 * have no `last`.
 */
function readWindow({ first, last, after, before }: ListArguments): Pick<ListQuery, "first" | "last"> {
  if (first != null && last != null) throw badInput("last", "cannot be combined with first");
  const size = readPageSize(last ?? first, { initial: recordLimits.defaultPageSize, most: recordLimits.pageSize });
  return last != null || (before && !after) ? { last: size } : { first: size };
}

function readSkip(skip: Given<number>): number | undefined {
  if (skip == null) return undefined;
  if (skip < 0) throw badInput("skip", "must not be negative", 0);
  if (skip > recordLimits.skip) throw badInput("skip", `must be at most ${recordLimits.skip}`, recordLimits.skip);
  return skip;
}
