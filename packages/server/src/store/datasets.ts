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
}

export interface DatasetItemRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly datasetId: string;
  readonly metadata: JsonObject | null;
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  /** Copies of the descendants of the item's source step, oldest first. */
  readonly intermediarySteps: readonly JsonObject[] | null;
  readonly stepId: string | null;
}

export interface DatasetStore extends Lister<DatasetRecord> {
  /** Rejects with a {@link ConflictError} if the name is taken. */
  create(projectId: string, dataset: DatasetRecord): Promise<DatasetRecord>;
  /** Updates the given fields; null clears a field. Resolves to null if not found. */
  update(
    projectId: string,
    id: string,
    change: {
      readonly name?: string | undefined;
      readonly description?: string | null | undefined;
      readonly metadata?: JsonObject | null | undefined;
    },
  ): Promise<DatasetRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(DatasetRecord | null)[]>;
  findByName(projectId: string, name: string): Promise<DatasetRecord | null>;
  /** Deletes the dataset with its items. Its experiments stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<DatasetRecord | null>;
  /**
   * Adds items in one durable transaction. An item whose id is stored already is not changed; the stored item is
   * returned. Rejects with a {@link ConflictError} if the stored item is in another dataset.
   */
  createItems(projectId: string, items: readonly DatasetItemRecord[]): Promise<DatasetItemRecord[]>;
  getItem(projectId: string, id: string): Promise<DatasetItemRecord | null>;
  /** The items of each dataset in order of insertion. */
  itemsOf(projectId: string, datasetIds: readonly string[]): Promise<DatasetItemRecord[][]>;
  /** Page of the items of a dataset, in order of insertion. */
  itemPage(
    projectId: string,
    datasetId: string,
    page: { readonly first: number; readonly skip: number },
  ): Promise<DatasetItemRecord[]>;
  countItems(projectId: string, datasetIds: readonly string[]): Promise<number[]>;
  /** Updates the given fields; null clears a field. Resolves to null if not found. */
  updateItem(
    projectId: string,
    id: string,
    change: {
      readonly input?: JsonValue | undefined;
      readonly expectedOutput?: JsonValue | undefined;
      readonly metadata?: JsonObject | undefined;
    },
  ): Promise<DatasetItemRecord | null>;
  deleteItem(projectId: string, id: string): Promise<DatasetItemRecord | null>;
}
