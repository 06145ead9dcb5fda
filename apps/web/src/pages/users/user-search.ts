export const userOrders = ["lastEngaged", "createdAt"] as const;

export type UserOrder = (typeof userOrders)[number];

/** What the address of the list of users holds. */
export interface UserSearch {
  /** Part of an identifier. */
  readonly search?: string;
  /** What the newest come first by; absent: when they were last engaged. */
  readonly order?: UserOrder;
}

export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const order = userOrders.find((name) => name === search["order"]);
  return {
    ...(typeof search["search"] === "string" && search["search"] !== "" && { search: search["search"] }),
    ...(order && { order }),
  };
}
