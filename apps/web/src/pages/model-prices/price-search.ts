export interface PriceSearch {
  readonly search?: string;
  /** Whether the built-in prices are shown without a search. */
  readonly all?: true;
}

export function readPriceSearch({ search, all }: Record<string, unknown>): PriceSearch {
  return {
    ...(typeof search === "string" && search !== "" && { search }),
    ...(all === true && { all }),
  };
}
