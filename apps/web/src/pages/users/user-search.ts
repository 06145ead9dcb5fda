export const userOrders = ["lastEngaged", "createdAt"] as const;

export type UserOrder = (typeof userOrders)[number];

export interface UserSearch {
  /** Part of an identifier to search for. */
  readonly search?: string;
  /** Sort order, latest first. Default: last activity. */
  readonly order?: UserOrder;
}

export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const order = userOrders.find((name) => name === search["order"]);
  return {
    ...(typeof search["search"] === "string" && search["search"] !== "" && { search: search["search"] }),
    ...(order && { order }),
  };
}
