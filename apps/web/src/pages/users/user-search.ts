/** What the address of the list of users holds. */
export interface UserSearch {
  /** Part of an identifier. */
  readonly search?: string;
}

export function readUserSearch(search: Record<string, unknown>): UserSearch {
  return typeof search["search"] === "string" && search["search"] !== "" ? { search: search["search"] } : {};
}
