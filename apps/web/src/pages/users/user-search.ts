import { type LogSearch, rangeLength, readLogSearch } from "../logs/log-search.ts";

export const userOrders = [
  "lastEngaged",
  "firstEngaged",
  "threadCount",
  "errorThreadCount",
  "tokenCount",
  "cost",
] as const;

export type UserOrder = (typeof userOrders)[number];

export interface UserSearch extends Pick<LogSearch, "range" | "from" | "to"> {
  readonly search?: string;
  /** Sort column. Default: last activity. */
  readonly order?: UserOrder;
  readonly ascending?: true;
}

export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const { range, from, to } = readLogSearch(search);
  const order = userOrders.find((name) => name === search["order"]);
  return {
    ...(typeof search["search"] === "string" && search["search"] !== "" && { search: search["search"] }),
    ...(range ? { range } : { ...(from && { from }), ...(to && { to }) }),
    ...(order && { order }),
    ...(search["ascending"] === true && { ascending: true as const }),
  };
}

/** Period of the threads that the list of users counts, as ISO 8601. Without times, it counts all threads. */
export interface UserPeriod {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

const minuteMs = 60_000;

/** Returns the selected period. `now` is in epoch milliseconds. */
export function periodOf({ range, from, to }: UserSearch, now: number): UserPeriod {
  if (range === undefined) return { from, until: to };
  // Whole minutes, so that lists that are opened in the same minute share a request.
  return { from: new Date(Math.floor((now - rangeLength(range)) / minuteMs) * minuteMs).toISOString() };
}
