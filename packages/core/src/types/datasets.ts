import type { JsonObject, Maybe } from "./json.ts";

/** Kind of items in a dataset: inputs with expected outputs, or generations. */
export type DatasetType = "key_value" | "generation";

/** The fields of an item, without the methods of the class. */
export interface DatasetItemConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt: string;
  datasetId: string;
  metadata: JsonObject;
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  /** The steps below the step that the item was made from, in order of time. */
  intermediarySteps: JsonObject[];
  /** The step that the item was made from. */
  stepId?: Maybe<string>;
}

/** The fields of a dataset, without the methods of the class. */
export interface DatasetConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata: JsonObject;
  /** Its items in order of creation. */
  items: DatasetItemConstructor[];
  /** `key_value` when not given. */
  type?: DatasetType | undefined;
}

/** Fields of a dataset to change; absent fields stay unchanged. */
export interface DatasetUpdate {
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
}

/** An item to be added to a dataset. */
export interface NewDatasetItem {
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
}

/** Fields of an item to change; absent fields stay unchanged. */
export interface DatasetItemUpdate {
  input?: JsonObject | undefined;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
}
