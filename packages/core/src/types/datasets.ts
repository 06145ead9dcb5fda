import type { JsonObject, Maybe } from "./json.ts";

/** Kind of items in a dataset: inputs with expected outputs (`key_value`), or generations. */
export type DatasetType = "key_value" | "generation";

/** The fields of an item, without the methods of the class. */
export interface DatasetItemConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  datasetId: string;
  metadata: JsonObject;
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  /** Child steps of the step that the item was created from, in chronological order. */
  intermediarySteps: JsonObject[];
  /** Id of the step that is the source of the item. */
  stepId?: Maybe<string>;
  /** Names of the splits that contain the item, in alphabetical order. */
  splits?: Maybe<string[]>;
}

/** The fields of a dataset, without the methods of the class. */
export interface DatasetConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata: JsonObject;
  /** Items of the dataset, in order of creation. */
  items: DatasetItemConstructor[];
  /** Default: `key_value`. */
  type?: DatasetType | undefined;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`. */
  itemSchema?: Maybe<JsonObject>;
  /** Number of the latest version. Only set by `getDataset`. */
  version?: number | undefined;
}

/** Fields of a dataset to update. Absent fields stay unchanged. */
export interface DatasetUpdate {
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`; null removes them. Stored items are not validated. */
  itemSchema?: Maybe<JsonObject>;
}

export interface NewDatasetItem {
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  /** Names of splits. */
  splits?: Maybe<string[]>;
}

/** Corrected content for a dataset item that is created from a step or generation. */
export interface DatasetItemCorrection {
  input?: JsonObject | undefined;
  /** Expected output; null for none. Default: the output of the step or generation. */
  expectedOutput?: Maybe<JsonObject>;
  splits?: Maybe<string[]>;
}

/** Fields of a new dataset item, with an optional id and creation time for imports. */
export interface KnownDatasetItem extends NewDatasetItem {
  /** Unique in the project. Default: created by the service. */
  id?: string | undefined;
  /** Creation time, as ISO 8601. Default: now. */
  createdAt?: string | undefined;
  /** Id of the source step. */
  stepId?: string | undefined;
}

/** Fields of an item to update. Absent fields stay unchanged. */
export interface DatasetItemUpdate {
  input?: JsonObject | undefined;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  splits?: Maybe<string[]>;
}

/** State of the items of a dataset after one change. */
export interface DatasetVersion {
  version: number;
  /** Time of the change, as ISO 8601. */
  createdAt: string;
  /** Number of items that the change added. */
  added: number;
  updated: number;
  deleted: number;
}

/** Selects items of a dataset by version and split. */
export interface DatasetSelection {
  /** Number of the version. Default: the latest. */
  version?: number | undefined;
  /** Name of a split. Default: all items. */
  split?: string | undefined;
}

export interface DatasetSplit {
  name: string;
  itemCount: number;
}

/** A split and its share of the items, between 0 and 1. */
export interface DatasetSplitShare {
  name: string;
  share: number;
}
