export interface PriceSearch {
  readonly search?: string;
}

export function readPriceSearch(search: Record<string, unknown>): PriceSearch {
  return typeof search["search"] === "string" && search["search"] !== "" ? { search: search["search"] } : {};
}
