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
}

/** Fields of a dataset to update. Absent fields stay unchanged. */
export interface DatasetUpdate {
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
}

export interface NewDatasetItem {
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
}

/** Fields of a new dataset item, with an optional id and creation time for imports. */
export interface KnownDatasetItem extends NewDatasetItem {
  /** Unique in the project. Default: created by the service. */
  id?: string | undefined;
  /** Creation time, as ISO 8601. Default: now. */
  createdAt?: string | undefined;
}

/** Fields of an item to update. Absent fields stay unchanged. */
export interface DatasetItemUpdate {
  input?: JsonObject | undefined;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
}
