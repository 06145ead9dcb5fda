export interface PriceSearch {
  readonly search?: string;
  /** Whether the built-in prices are shown without a search. */
  readonly all?: true;
  /** Sort key of the used models. Default: models without a price, then the most expensive ones. */
  readonly sort?: string;
}

export function readPriceSearch({ search, all, sort }: Record<string, unknown>): PriceSearch {
  return {
    ...(typeof search === "string" && search !== "" && { search }),
    ...(all === true && { all }),
    ...(typeof sort === "string" && /^-?\w+$/.test(sort) && { sort }),
  };
}
