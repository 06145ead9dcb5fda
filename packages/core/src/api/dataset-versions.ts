import {
  DELETE_DATASET_ITEMS,
  DIVIDE_DATASET,
  FIND_DATASET_ITEMS,
  GET_DATASET_CHANGES,
  GET_DATASET_ITEMS,
  GET_DATASET_SPLITS,
  GET_DATASET_VERSIONS,
  GET_DUPLICATE_DATASET_ITEMS,
  UPDATE_DATASET_ITEM_SPLITS,
} from "../documents/generated/documents.ts";
import type { DatasetItem } from "../dataset-item.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { DatasetSelection, DatasetSplit, DatasetSplitShare, DatasetVersion } from "../types/datasets.ts";
import type { JsonObject } from "../types/json.ts";
import { toItem } from "./datasets.ts";
import { found } from "./found.ts";

/** An item that differs between two versions. `before` or `after` is null if that version does not contain the item. */
export interface DatasetItemDifference {
  itemId: string;
  before: DatasetItem | null;
  after: DatasetItem | null;
}

/** Operations on the versions and splits of datasets. Every operation rejects if the dataset does not exist. */
export interface DatasetVersionOperations {
  /** Returns all versions, newest first. */
  getDatasetVersions(datasetId: string, options?: CallOptions): Promise<DatasetVersion[]>;
  /**
   * Returns the items of a version and a split, in order of insertion. Default: all items of the latest version. With
   * `search`, returns only items that contain this text in the input, expected output or metadata, ignoring case, or
   * whose id is exactly this text.
   */
  getDatasetItems(
    datasetId: string,
    selection?: DatasetSelection & { search?: string | undefined },
    options?: CallOptions,
  ): Promise<DatasetItem[]>;
  /** Returns the items that differ between the versions `from` and `to`. Default of `to`: the latest version. */
  getDatasetChanges(
    datasetId: string,
    versions: { from: number; to?: number | undefined },
    options?: CallOptions,
  ): Promise<DatasetItemDifference[]>;
  /** Returns the splits of a version, by default the latest, in alphabetical order. */
  getDatasetSplits(
    datasetId: string,
    selection?: Pick<DatasetSelection, "version">,
    options?: CallOptions,
  ): Promise<DatasetSplit[]>;
  /** Divides the items among splits at random. With the same items, splits and seed, the result is always the same. */
  divideDataset(
    datasetId: string,
    division: { splits: readonly DatasetSplitShare[]; seed?: string | undefined },
    options?: CallOptions,
  ): Promise<void>;
  /**
   * Adds items to some splits and removes them from others. Sends a thousand items per request. Unknown ids are
   * ignored.
   */
  updateDatasetItemSplits(
    ids: readonly string[],
    splits: { add?: string[] | undefined; remove?: string[] | undefined },
    options?: CallOptions,
  ): Promise<DatasetItem[]>;
  /** Deletes the items and returns them. Sends a thousand ids per request. Unknown ids are ignored. */
  deleteDatasetItems(ids: readonly string[], options?: CallOptions): Promise<DatasetItem[]>;
  /** Returns the items whose input equals `input`. The order of the keys in an input does not matter. */
  findDatasetItems(datasetId: string, input: JsonObject, options?: CallOptions): Promise<DatasetItem[]>;
  /** Returns groups of items with equal inputs. */
  getDuplicateDatasetItems(datasetId: string, options?: CallOptions): Promise<DatasetItem[][]>;
}

const PAGE_SIZE = 1000;

export function createDatasetVersionOperations(transport: Transport): DatasetVersionOperations {
  return {
    getDatasetVersions: (id, options) =>
      allPages(async (page) => {
        const { dataset } = await transport.graphql(GET_DATASET_VERSIONS, { id, ...page }, options);
        return found("getDatasetVersions", id, dataset).versions;
      }),
    getDatasetItems: (id, selection = {}, options) =>
      allPages(async (page) => {
        const { dataset } = await transport.graphql(GET_DATASET_ITEMS, { id, ...selection, ...page }, options);
        return (found("getDatasetItems", id, dataset).items ?? []).map(toItem);
      }),
    getDatasetChanges: (id, versions, options) =>
      allPages(async (page) => {
        const { dataset } = await transport.graphql(GET_DATASET_CHANGES, { id, ...versions, ...page }, options);
        return found("getDatasetChanges", id, dataset).changes.map(({ itemId, before, after }) => {
          return { itemId, before: before && toItem(before), after: after && toItem(after) };
        });
      }),
    async getDatasetSplits(id, selection = {}, options) {
      const { dataset } = await transport.graphql(GET_DATASET_SPLITS, { id, ...selection }, options);
      return found("getDatasetSplits", id, dataset).splits;
    },
    async divideDataset(id, { splits, seed }, options) {
      const data = await transport.graphql(DIVIDE_DATASET, { id, splits: [...splits], seed }, options);
      found("divideDataset", id, data.divideDataset);
    },
    updateDatasetItemSplits: (ids, splits, options) =>
      inParts(ids, async (part) => {
        const data = await transport.graphql(UPDATE_DATASET_ITEM_SPLITS, { ids: part, ...splits }, options);
        return data.updateDatasetItemSplits.map(toItem);
      }),
    deleteDatasetItems: (ids, options) =>
      inParts(ids, async (part) => {
        const data = await transport.graphql(DELETE_DATASET_ITEMS, { ids: part }, options);
        return data.deleteDatasetItems.map(toItem);
      }),
    async findDatasetItems(id, input, options) {
      const { dataset } = await transport.graphql(FIND_DATASET_ITEMS, { id, input, first: PAGE_SIZE }, options);
      return found("findDatasetItems", id, dataset).itemsWithInput.map(toItem);
    },
    getDuplicateDatasetItems: (id, options) =>
      allPages(async (page) => {
        const { dataset } = await transport.graphql(GET_DUPLICATE_DATASET_ITEMS, { id, ...page }, options);
        return found("getDuplicateDatasetItems", id, dataset).duplicates.map(({ items }) => items.map(toItem));
      }),
  };
}

async function allPages<Item>(
  read: (page: { first: number; skip: number }) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const page = await read({ first: PAGE_SIZE, skip: all.length });
    all.push(...page);
    if (page.length < PAGE_SIZE) return all;
  }
}

async function inParts<Item>(
  ids: readonly string[],
  send: (part: string[]) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    all.push(...(await send(ids.slice(start, start + PAGE_SIZE))));
  }
  return all;
}
