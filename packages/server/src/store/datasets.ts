import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";

export type DatasetType = "key_value" | "generation";

export interface DatasetRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
  readonly type: DatasetType;
  /** Number of the latest version; 0 before the first change of the items. */
  readonly version: number;
  /** Number of items that were ever added. It is also the position of the newest item. */
  readonly itemsAdded: number;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`; null without a schema. */
  readonly itemSchema: JsonObject | null;
}

export interface NewDataset extends Omit<DatasetRecord, "version" | "itemsAdded" | "itemSchema"> {
  readonly itemSchema?: JsonObject | null | undefined;
}

export interface DatasetItemRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly datasetId: string;
  readonly metadata: JsonObject | null;
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  /** Copies of all steps below the step that the item was created from, oldest first. */
  readonly intermediarySteps: readonly JsonObject[] | null;
  readonly stepId: string | null;
  readonly splits: readonly string[];
  /** Version of the dataset in which the item got this content. */
  readonly version: number;
  /** Order of insertion in the dataset. */
  readonly position: number;
  /** Hash of the input. Null for an item of an earlier storage format; the next change of the dataset sets it. */
  readonly inputHash: string | null;
}

export interface NewDatasetItem extends Omit<DatasetItemRecord, "version" | "position" | "inputHash" | "splits"> {
  /** Default: none for a new item, unchanged for a stored item. */
  readonly splits?: readonly string[] | undefined;
}

/** Content of an item that a later version changed or deleted. */
export interface PastDatasetItem extends DatasetItemRecord {
  /** Version of the dataset in which the item was changed or deleted. */
  readonly untilVersion: number;
}

/** A change of the items of a dataset, with the number of items that it added, updated and deleted. */
export interface DatasetVersionRecord {
  readonly datasetId: string;
  readonly version: number;
  readonly createdAt: number;
  readonly added: number;
  readonly updated: number;
  readonly deleted: number;
}

/** Content of an item in two versions of a dataset; null where it does not exist. */
export interface DatasetItemDifference {
  readonly before: DatasetItemRecord | null;
  readonly after: DatasetItemRecord | null;
}

export interface DatasetSplit {
  readonly name: string;
  readonly itemCount: number;
}

export interface DatasetItemChange {
  readonly id: string;
  readonly input?: JsonValue | undefined;
  readonly expectedOutput?: JsonValue | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly splits?: readonly string[] | undefined;
}

/** Selects a part of the items of a dataset. */
export interface ItemSelection {
  /** Default: the latest. */
  readonly version?: number | undefined;
  /** Default: all items, whether or not they are in a split. */
  readonly split?: string | undefined;
  /**
   * Selects the items whose input, expected output or metadata contains this text, ignoring case, or whose id is this
   * text. Default: all items.
   */
  readonly search?: string | undefined;
}

export interface ItemWindow {
  readonly first: number;
  readonly skip: number;
}

/** A split and its share of the items, between 0 and 1. */
export interface SplitShare {
  readonly name: string;
  readonly share: number;
}

export interface DatasetStore extends Lister<DatasetRecord> {
  /** Rejects with a {@link ConflictError} if the name is taken. */
  create(projectId: string, dataset: NewDataset): Promise<DatasetRecord>;
  /** Updates the given fields; null clears a field. Resolves to null if not found. */
  update(
    projectId: string,
    id: string,
    change: {
      readonly name?: string | undefined;
      readonly description?: string | null | undefined;
      readonly metadata?: JsonObject | null | undefined;
      readonly itemSchema?: JsonObject | null | undefined;
    },
  ): Promise<DatasetRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(DatasetRecord | null)[]>;
  findByName(projectId: string, name: string): Promise<DatasetRecord | null>;
  /** Deletes the dataset with its items. Its experiments stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<DatasetRecord | null>;
  /**
   * Adds items in one durable transaction, as one version of their dataset. An item whose id is stored is returned
   * unchanged; with `replaces`, it gets the new content. Rejects with a {@link ConflictError} if the stored item is in
   * another dataset, or if the dataset does not exist.
   */
  createItems(
    projectId: string,
    items: readonly NewDatasetItem[],
    options: { readonly at: number; readonly replaces?: boolean | undefined },
  ): Promise<DatasetItemRecord[]>;
  /** The item in a version of its dataset, by default the latest. */
  getItem(projectId: string, id: string, version?: number): Promise<DatasetItemRecord | null>;
  /**
   * Returns for each step the dataset item that contains its expected output. For the run of an experiment, this is the
   * dataset item on which the experiment ran. If there is none, it is the newest item that was created from the step.
   * Null if neither exists.
   */
  referencesOf(projectId: string, stepIds: readonly string[]): Promise<(DatasetItemRecord | null)[]>;
  /** The items of each dataset in order of insertion. */
  itemsOf(projectId: string, datasetIds: readonly string[]): Promise<DatasetItemRecord[][]>;
  /** Page of the items of a dataset, in order of insertion. */
  itemPage(projectId: string, datasetId: string, page: ItemWindow & ItemSelection): Promise<DatasetItemRecord[]>;
  /** Ids of the selected items, in order of insertion. */
  itemIds(projectId: string, datasetId: string, selection: ItemSelection): Promise<string[]>;
  countItems(projectId: string, datasetIds: readonly string[]): Promise<number[]>;
  countSelected(projectId: string, datasetId: string, selection: ItemSelection): Promise<number>;
  /** The splits of a version in alphabetical order. Default: the latest version. */
  splitsOf(projectId: string, datasetId: string, version?: number): Promise<DatasetSplit[]>;
  /** Page of the versions of a dataset, newest first. */
  versionPage(projectId: string, datasetId: string, page: ItemWindow): Promise<DatasetVersionRecord[]>;
  /** Page of the items that differ between two versions, in order of insertion. */
  differences(
    projectId: string,
    datasetId: string,
    page: ItemWindow & { readonly from: number; readonly to: number },
  ): Promise<DatasetItemDifference[]>;
  /** Up to `limit` items of the latest version with this input, oldest first. */
  itemsWithInput(projectId: string, datasetId: string, input: JsonValue, limit: number): Promise<DatasetItemRecord[]>;
  /** Page of groups of items that have equal inputs. A group has at least two items. */
  duplicates(projectId: string, datasetId: string, page: ItemWindow): Promise<DatasetItemRecord[][]>;
  /** Updates the given fields; null clears a field. Resolves to null if not found. */
  updateItems(
    projectId: string,
    changes: readonly DatasetItemChange[],
    at: number,
  ): Promise<(DatasetItemRecord | null)[]>;
  /**
   * Adds items to splits and removes them from others. Creates one version of each dataset that contains some of the
   * items.
   */
  changeSplits(
    projectId: string,
    change: { readonly ids: readonly string[]; readonly add: readonly string[]; readonly remove: readonly string[] },
    at: number,
  ): Promise<(DatasetItemRecord | null)[]>;
  /**
   * Deletes items and resolves to them, with null for each unknown id. Creates one version of each dataset that
   * contained some of the items.
   */
  deleteItems(projectId: string, ids: readonly string[], at: number): Promise<(DatasetItemRecord | null)[]>;
  /**
   * Assigns items to the given splits at random, so that each split gets its `share` of the items, and no item is in
   * two of them. Other splits keep their items. The same seed gives the same assignment. Resolves to null if the
   * dataset does not exist.
   */
  divide(
    projectId: string,
    datasetId: string,
    division: { readonly shares: readonly SplitShare[]; readonly seed: string; readonly at: number },
  ): Promise<DatasetRecord | null>;
}
