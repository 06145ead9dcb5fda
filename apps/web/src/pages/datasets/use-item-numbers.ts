import { useQuery } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import { datasetItemIds } from "../../generated/datasets.ts";
import type { ItemSelection } from "./use-dataset-items.ts";

const windowSize = 1_000;

/** Maximum number of items that can be numbered while a search is active, because all ids have to be read. */
const maxNumbered = 20_000;

/**
 * Numbers the items of a version or split from 1, by their ids, so that the results of a search keep their numbers.
 * Undefined without a search, because all items are then listed. Empty while the ids load, and for large datasets.
 */
export function useItemNumbers(
  id: string,
  { version, split, search }: ItemSelection,
  itemCount: number,
): ReadonlyMap<string, number> | undefined {
  const projectId = useProjectId();
  const isNeeded = search !== undefined;
  const { data } = useQuery({
    queryKey: [projectId, datasetItemIds.text, { id, version, split }, "numbers"],
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      for (;;) {
        const variables = { id, first: windowSize, skip: ids.length, version, split, search: undefined };
        const { dataset } = await request({ projectId, operation: datasetItemIds, variables, signal });
        ids.push(...(dataset?.items ?? []).map((item) => item.id));
        if (!dataset?.items?.length || ids.length >= dataset.itemCount) break;
      }
      return new Map(ids.map((each, index) => [each, index + 1]));
    },
    enabled: isNeeded && itemCount <= maxNumbered,
  });
  return isNeeded ? (data ?? new Map<string, number>()) : undefined;
}
