export interface DatasetsSearch {
  /** Part of a name to search for. */
  readonly search?: string;
}

export function readDatasetsSearch(search: Record<string, unknown>): DatasetsSearch {
  return typeof search["search"] === "string" && search["search"] !== "" ? { search: search["search"] } : {};
}

export interface DatasetSearch {
  /** Id of the open item, or `new` while an item is being created. */
  readonly item?: string;
}

export function readDatasetSearch(search: Record<string, unknown>): DatasetSearch {
  return typeof search["item"] === "string" && search["item"] !== "" ? { item: search["item"] } : {};
}
