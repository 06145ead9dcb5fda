export const userOrders = [
  "lastEngaged",
  "firstEngaged",
  "threadCount",
  "errorThreadCount",
  "tokenCount",
  "cost",
] as const;

export type UserOrder = (typeof userOrders)[number];

export interface UserSearch {
  readonly search?: string;
  /** Sort column. Default: last activity. */
  readonly order?: UserOrder;
  readonly ascending?: true;
}

export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const order = userOrders.find((name) => name === search["order"]);
  return {
    ...(typeof search["search"] === "string" && search["search"] !== "" && { search: search["search"] }),
    ...(order && { order }),
    ...(search["ascending"] === true && { ascending: true as const }),
  };
}
