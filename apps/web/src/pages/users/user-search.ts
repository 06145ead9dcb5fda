export const userOrders = [
  "lastEngaged",
  "firstEngaged",
  "threadCount",
  "errorThreadCount",
  "tokenCount",
  "cost",
] as const;

export type UserOrder = (typeof userOrders)[number];

export const activePeriods = ["1d", "7d", "30d", "90d"] as const;

/** Period in which the listed users were active. */
export type ActivePeriod = (typeof activePeriods)[number];

export interface UserSearch {
  /** Default: all users. */
  readonly active?: ActivePeriod;
  readonly search?: string;
  /** Sort column. Default: last activity. */
  readonly order?: UserOrder;
  readonly ascending?: true;
}

export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const active = activePeriods.find((name) => name === search["active"]);
  const order = userOrders.find((name) => name === search["order"]);
  return {
    ...(typeof search["search"] === "string" && search["search"] !== "" && { search: search["search"] }),
    ...(active && { active }),
    ...(order && { order }),
    ...(search["ascending"] === true && { ascending: true as const }),
  };
}
