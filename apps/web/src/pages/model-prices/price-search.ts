export interface PriceSearch {
  /** Part of a name, provider or pattern to search for. */
  readonly search?: string;
}

export function readPriceSearch(search: Record<string, unknown>): PriceSearch {
  return typeof search["search"] === "string" && search["search"] !== "" ? { search: search["search"] } : {};
}
