import { sortByKey, sortedColumn, type SortKey } from "../../ui/column-sort.ts";
import type { DatasetListQuery } from "../../generated/datasets.ts";
import type { newestOf } from "./use-newest-experiment.ts";

export interface DatasetRow {
  readonly dataset: DatasetListQuery["datasets"]["edges"][number]["node"];
  readonly experiments: ReturnType<typeof newestOf>;
}

/**
 * Sorts datasets by a column of their list. Datasets without a value come last. Keeps the order while the values of the
 * column are loading.
 */
export function sortDatasets(rows: readonly DatasetRow[], sort: SortKey): readonly DatasetRow[] {
  const isOfExperiments = ["experiments", "lastRun"].includes(sortedColumn(sort) ?? "");
  const isLoading = rows.some(({ experiments }) => experiments.totalCount === null);
  return isOfExperiments && isLoading ? rows : sortByKey(rows, sort, valueOf);
}

function valueOf({ dataset, experiments }: DatasetRow, key: string): number | string | null {
  if (key === "name") return dataset.name;
  if (key === "items") return dataset.itemCount;
  if (key === "experiments") return experiments.totalCount;
  if (key === "lastRun") return timeOf(experiments.newest?.createdAt);
  if (key === "type") return dataset.type;
  return key === "created" ? timeOf(dataset.createdAt) : null;
}

function timeOf(time: string | null | undefined): number | null {
  return time == null ? null : Date.parse(time);
}
