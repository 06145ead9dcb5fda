import { useOperation } from "../../api/use-request.ts";
import { datasetVersions, type DatasetVersionsQuery } from "../../generated/datasets.ts";

export type ListedVersion = NonNullable<DatasetVersionsQuery["dataset"]>["versions"][number];

/** Returns the newest thousand versions of a dataset. Older versions can be opened by their number. */
export function useVersions(id: string): readonly ListedVersion[] {
  const { data } = useOperation(datasetVersions, { id, first: 1_000, skip: 0 });
  return data?.dataset?.versions ?? [];
}
