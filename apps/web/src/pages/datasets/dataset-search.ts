import { isSortKey } from "../../ui/column-sort.ts";

export interface DatasetsSearch {
  readonly search?: string;
  /** Key of the column to sort by, such as `-items`. The prefix `-` sorts in descending order. */
  readonly sort?: string;
}

const datasetColumns = ["name", "items", "experiments", "lastRun", "type", "created"];

export function readDatasetsSearch({ search, sort }: Record<string, unknown>): DatasetsSearch {
  return {
    ...(typeof search === "string" && search !== "" && { search }),
    ...(isSortKey(sort, datasetColumns) && { sort }),
  };
}

export interface DatasetSearch {
  /** Id of the open item; `new` for a new one. */
  readonly item?: string;
  /** Number of the shown version. Default: the latest. */
  readonly version?: number | undefined;
  /** Name of the shown split. Default: all items. */
  readonly split?: string;
  readonly search?: string;
  /** Key of the column to sort by, such as `-number` or `score:experiment:exact`. Default: the order of the items. */
  readonly sort?: string;
}

export function readDatasetSearch({ item, version, split, search, sort }: Record<string, unknown>): DatasetSearch {
  return {
    ...(typeof item === "string" && item !== "" && { item }),
    // If the version in the URL is invalid, `undefined` removes it from the URL. Without the property, the invalid
    // version would stay in the URL.
    version: /^\d{1,15}$/.test(String(version)) ? Number(version) : undefined,
    ...(typeof split === "string" && split !== "" && { split }),
    ...(typeof search === "string" && search !== "" && { search }),
    ...(typeof sort === "string" && sort !== "" && sort !== "number" && { sort }),
  };
}
