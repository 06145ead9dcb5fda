export interface DatasetsSearch {
  /** Part of a name to search for. */
  readonly search?: string;
}

export function readDatasetsSearch(search: Record<string, unknown>): DatasetsSearch {
  return typeof search["search"] === "string" && search["search"] !== "" ? { search: search["search"] } : {};
}

export interface DatasetSearch {
  /** Id of the open item; `new` for a new one. */
  readonly item?: string;
  /** Number of the shown version. Default: the latest. */
  readonly version?: number | undefined;
  /** Name of the shown split. Default: all items. */
  readonly split?: string;
  /** Text to find in the items. */
  readonly search?: string;
}

export function readDatasetSearch({ item, version, split, search }: Record<string, unknown>): DatasetSearch {
  return {
    ...(typeof item === "string" && item !== "" && { item }),
    // `version` is also set if it is undefined. Otherwise, an invalid text in the URL would be kept.
    version: /^\d{1,15}$/.test(String(version)) ? Number(version) : undefined,
    ...(typeof split === "string" && split !== "" && { split }),
    ...(typeof search === "string" && search !== "" && { search }),
  };
}
