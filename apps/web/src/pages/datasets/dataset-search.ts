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
  /** Number of the shown version. Default: the latest. */
  readonly version?: number;
  /** Name of the shown split. Default: all items. */
  readonly split?: string;
}

export function readDatasetSearch({ item, version, split }: Record<string, unknown>): DatasetSearch {
  return {
    // Ids of numbers are parsed as numbers.
    ...(isText(item) && { item: String(item) }),
    ...(typeof version === "number" && Number.isSafeInteger(version) && version >= 0 && { version }),
    ...(isText(split) && { split: String(split) }),
  };
}

function isText(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
