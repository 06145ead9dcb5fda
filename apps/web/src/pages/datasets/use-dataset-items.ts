import { useCallback } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import { usePages } from "../../api/use-pages.ts";
import { datasetItems, type DatasetItemsQuery, type DatasetItemsQueryVariables } from "../../generated/datasets.ts";
import type { Operation } from "../../operation.ts";

export type ListedItem = NonNullable<NonNullable<DatasetItemsQuery["dataset"]>["items"]>[number];

const windowSize = 200;

/** Selects items of a dataset. Defaults: the latest version, all splits, any text. */
export interface ItemSelection {
  readonly version?: number | undefined;
  readonly split?: string | undefined;
  readonly search?: string | undefined;
}

export function useDatasetItems(id: string, { version, split, search }: ItemSelection = {}, isTyping = false) {
  return usePages({
    operation: datasetItems,
    variables: (from) => ({ id, first: windowSize, skip: Number(from ?? 0), version, split, search }),
    isTyping,
    read: ({ dataset }, from) => {
      const nodes = dataset?.items ?? [];
      const end = Number(from ?? 0) + nodes.length;
      const totalCount = dataset?.itemCount ?? 0;
      return { nodes, totalCount, next: nodes.length > 0 && end < totalCount ? String(end) : null };
    },
  });
}

export function useAllItems<Item>(
  operation: Operation<
    { readonly dataset: { readonly itemCount: number; readonly items: readonly Item[] | null } | null },
    DatasetItemsQueryVariables
  >,
  id: string,
  { version, split, search }: ItemSelection,
): () => Promise<Item[]> {
  const projectId = useProjectId();
  return useCallback(async () => {
    const items: Item[] = [];
    for (;;) {
      const variables = { id, first: windowSize, skip: items.length, version, split, search };
      const { dataset } = await request({ projectId, operation, variables });
      items.push(...(dataset?.items ?? []));
      if (!dataset?.items?.length || items.length >= dataset.itemCount) return items;
    }
  }, [operation, projectId, id, version, split, search]);
}
