import { assignFields, ownFields } from "./assign-fields.ts";
import { DatasetItem } from "./dataset-item.ts";
import { ConfigError } from "./errors.ts";
import type { DatasetExperiment } from "./experiment.ts";
import type {
  DatasetConstructor,
  DatasetItemConstructor,
  DatasetType,
  DatasetUpdate,
  NewDatasetItem,
} from "./types/datasets.ts";
import type { NewExperiment } from "./types/experiments.ts";
import type { JsonObject, Maybe } from "./types/json.ts";

export interface DatasetClient {
  readonly api: {
    updateDataset(id: string, dataset: DatasetUpdate): Promise<Dataset>;
    deleteDataset(id: string): Promise<Dataset>;
    createDatasetItem(datasetId: string, item: NewDatasetItem): Promise<DatasetItem>;
    deleteDatasetItem(id: string): Promise<DatasetItem>;
    addStepToDataset(datasetId: string, stepId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
    addGenerationToDataset(datasetId: string, generationId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
    addGenerationsToDataset(datasetId: string, generationIds: string[]): Promise<DatasetItem[]>;
    createExperiment(experiment: NewExperiment & { datasetId?: string | undefined }): Promise<DatasetExperiment>;
  };
}

/**
 * Inputs with expected outputs, for testing prompts and code. Each asynchronous method sends one request, and rejects
 * with a `ThreadlineError`.
 */
export class Dataset implements DatasetConstructor {
  readonly #client: DatasetClient;
  declare id: string;
  declare createdAt: string;
  declare name?: Maybe<string>;
  declare description?: Maybe<string>;
  declare metadata: JsonObject;
  /** Items that were fetched. Methods of this object that add or delete an item also change this list. */
  declare items: DatasetItem[];
  declare type: DatasetType;
  declare itemSchema?: Maybe<JsonObject>;
  declare version?: number | undefined;

  constructor(client: DatasetClient, data: DatasetConstructor) {
    this.#client = client;
    assignFields(this, data);
    this.metadata ??= {};
    this.type ??= "key_value";
    this.items = (data.items ?? []).map((item: DatasetItemConstructor) => new DatasetItem(item));
  }

  /** Client that sends the requests of all methods. */
  get client(): DatasetClient {
    return this.#client;
  }

  /** Returns the fields as a plain object. */
  serialize(): DatasetConstructor {
    return ownFields(this, { items: this.items.map((item) => item.serialize()) });
  }

  /** Updates the given fields of the stored dataset and of this object. */
  async update(dataset: DatasetUpdate): Promise<void> {
    const { name, description, metadata, itemSchema } = await this.#client.api.updateDataset(this.id, dataset);
    assignFields(this, { name, description, metadata, itemSchema });
  }

  /** Deletes the dataset with its items. */
  async delete(): Promise<Dataset> {
    return this.#client.api.deleteDataset(this.id);
  }

  /** Creates an item, and adds it to `items`. */
  async createItem(item: NewDatasetItem): Promise<DatasetItem> {
    return this.#added(await this.#client.api.createDatasetItem(this.id, item));
  }

  /** Deletes an item, and removes it from `items`. */
  async deleteItem(id: string): Promise<DatasetItem> {
    const deleted = await this.#client.api.deleteDatasetItem(id);
    this.items = this.items.filter((item) => item.id !== id);
    return deleted;
  }

  /** Starts an experiment on the dataset. */
  async createExperiment(experiment: NewExperiment): Promise<DatasetExperiment> {
    return this.#client.api.createExperiment({ ...experiment, datasetId: this.id });
  }

  /**
   * Adds an item created from a step. The item contains the step's input and copies of the step's descendants. The
   * step's output becomes the expected output.
   *
   * @throws {ConfigError} when the dataset is of type `generation`.
   */
  async addStep(stepId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem> {
    if (this.type === "generation") {
      throw new ConfigError("dataset.addStep: a dataset of type generation takes generations only; use addGeneration");
    }
    return this.#added(await this.#client.api.addStepToDataset(this.id, stepId, metadata));
  }

  /**
   * Adds an item created from a generation. The item has the generation's messages or prompt. The completion becomes
   * the expected output.
   */
  async addGeneration(generationId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem> {
    return this.#added(await this.#client.api.addGenerationToDataset(this.id, generationId, metadata));
  }

  /** Adds an item for each generation. Sends nothing for an empty list. */
  async addGenerations(generationIds: string[] = []): Promise<DatasetItem[]> {
    if (generationIds.length === 0) return [];
    const items = await this.#client.api.addGenerationsToDataset(this.id, generationIds);
    this.items.push(...items);
    return items;
  }

  #added(item: DatasetItem): DatasetItem {
    this.items.push(item);
    return item;
  }
}
