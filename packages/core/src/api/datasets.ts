import {
  ADD_GENERATION_TO_DATASET,
  ADD_GENERATIONS_TO_DATASET,
  ADD_STEP_TO_DATASET,
  CREATE_DATASET,
  CREATE_DATASET_ITEM,
  CREATE_DATASET_ITEMS,
  type DatasetFragment,
  type DatasetItemFragment,
  DELETE_DATASET,
  DELETE_DATASET_ITEM,
  GET_DATASET_ITEM,
  GET_DATASETS,
  type GetDatasetsQuery,
  UPDATE_DATASET,
  UPDATE_DATASET_ITEM,
} from "../documents/generated/documents.ts";
import { Dataset, type DatasetClient } from "../dataset.ts";
import { DatasetItem } from "../dataset-item.ts";
import { ConfigError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  DatasetConstructor,
  DatasetItemCorrection,
  DatasetItemUpdate,
  DatasetType,
  DatasetUpdate,
  KnownDatasetItem,
  NewDatasetItem,
} from "../types/datasets.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import { found } from "./found.ts";
import { sendMany } from "./send-many.ts";

export interface NewDataset {
  /** Name of the dataset, unique in the project. */
  name: string;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** Type of the dataset. Default: `key_value`. */
  type?: DatasetType | undefined;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`, by which the service validates items. */
  itemSchema?: Maybe<JsonObject>;
  /** Creation time, as ISO 8601, for imports. Default: now. */
  createdAt?: string | undefined;
}

/** Operations on datasets. A dataset is a collection of inputs with expected outputs. */
export interface DatasetOperations {
  /** Lists the ids and names of all datasets. */
  getDatasets(options?: CallOptions): Promise<{ id: string; name: string }[]>;
  /** Creates a dataset. Rejects when the name is taken. */
  createDataset(dataset: NewDataset, options?: CallOptions): Promise<Dataset>;
  /** Returns the dataset with its items, by id or by name; null when not found. */
  getDataset(
    key: { id?: string | undefined; name?: string | undefined },
    options?: CallOptions,
  ): Promise<Dataset | null>;
  /** Updates the given fields of a dataset. Returns the dataset without its items. */
  updateDataset(id: string, dataset: DatasetUpdate, options?: CallOptions): Promise<Dataset>;
  /** Deletes the dataset and its items. Returns the deleted dataset. */
  deleteDataset(id: string, options?: CallOptions): Promise<Dataset>;
  /** Adds an item to a dataset. Rejects when the dataset does not exist. */
  createDatasetItem(datasetId: string, item: NewDatasetItem, options?: CallOptions): Promise<DatasetItem>;
  /**
   * Adds items, and returns them in the same order. One request contains at most a thousand items. If an item with the
   * same id is stored, it is returned unchanged. With `replace`, the stored item gets the new content instead.
   *
   * @throws {GraphQLRequestError} when the service refuses a request; the items of earlier requests were added.
   */
  createDatasetItems(
    datasetId: string,
    items: readonly KnownDatasetItem[],
    options?: CallOptions & { readonly replace?: boolean | undefined },
  ): Promise<DatasetItem[]>;
  /** Updates the given fields of an item. Null clears a field; `input` cannot be cleared. */
  updateDatasetItem(id: string, item: DatasetItemUpdate, options?: CallOptions): Promise<DatasetItem>;
  /** Returns the item in a version of its dataset, by default the latest. Rejects when not found. */
  getDatasetItem(id: string, options?: CallOptions & { readonly version?: number | undefined }): Promise<DatasetItem>;
  /** Deletes an item, and resolves to it. */
  deleteDatasetItem(id: string, options?: CallOptions): Promise<DatasetItem>;
  /**
   * Adds an item created from a step. The step's input becomes the input of the item, and the step's output becomes the
   * expected output. The item also contains copies of the step's descendants.
   */
  addStepToDataset(
    datasetId: string,
    stepId: string,
    metadata?: Maybe<JsonObject>,
    options?: CallOptions & DatasetItemCorrection,
  ): Promise<DatasetItem>;
  /**
   * Adds an item created from a generation. The input of the item contains the `messages` of a chat, or the `prompt` of
   * a completion. The output of the generation becomes the expected output.
   */
  addGenerationToDataset(
    datasetId: string,
    generationId: string,
    metadata?: Maybe<JsonObject>,
    options?: CallOptions & DatasetItemCorrection,
  ): Promise<DatasetItem>;
  /**
   * Adds an item for each generation, and returns the items in the same order. Sends nothing for an empty list.
   *
   * @throws {GraphQLRequestError} when the service refuses some of the generations; items for the others were added.
   */
  addGenerationsToDataset(
    datasetId: string,
    generationIds: readonly string[],
    options?: CallOptions,
  ): Promise<DatasetItem[]>;
}

const ITEMS_PER_REQUEST = 1000;

export function createDatasetOperations(client: DatasetClient, transport: Transport): DatasetOperations {
  const toDataset = (node: DatasetFragment): Dataset => new Dataset(client, { ...fieldsOf(node), items: [] });

  return {
    async getDatasets(options) {
      const datasets: { id: string; name: string }[] = [];
      let after: string | null = null;
      do {
        const data: GetDatasetsQuery = await transport.graphql(GET_DATASETS, { after }, options);
        const { edges, pageInfo } = data.datasets;
        datasets.push(...edges.map(({ node }) => node));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
      return datasets;
    },
    async createDataset(dataset, options) {
      const data = await transport.graphql(CREATE_DATASET, dataset, options);
      return toDataset(found("createDataset", dataset.name, data.createDataset));
    },
    async getDataset({ id, name }, options) {
      if (id === undefined && name === undefined) throw new ConfigError("getDataset needs an id or a name");
      // The GraphQL schema does not describe this REST endpoint. Its response has the fields of `DatasetFragment` and
      // `DatasetItemFragment`.
      const answer = (await transport.post("getDataset", "/api/export/dataset", { id, name }, options)) as {
        data?: (DatasetFragment & { items?: DatasetItemFragment[] | null }) | null;
      } | null;
      if (!answer?.data) return null;
      const { items, ...node } = answer.data;
      return new Dataset(client, { ...fieldsOf(node), items: (items ?? []).map(toItem) });
    },
    async updateDataset(id, dataset, options) {
      const variables = { ...dataset, id };
      const data = await transport.graphql(UPDATE_DATASET, variables, options);
      return toDataset(found("updateDataset", id, data.updateDataset));
    },
    async deleteDataset(id, options) {
      const data = await transport.graphql(DELETE_DATASET, { id }, options);
      return toDataset(found("deleteDataset", id, data.deleteDataset));
    },
    async createDatasetItem(datasetId, item, options) {
      const variables = { ...item, datasetId };
      const data = await transport.graphql(CREATE_DATASET_ITEM, variables, options);
      return toItem(found("createDatasetItem", datasetId, data.createDatasetItem));
    },
    async createDatasetItems(datasetId, items, { replace, ...options } = {}) {
      const created: DatasetItem[] = [];
      for (let start = 0; start < items.length; start += ITEMS_PER_REQUEST) {
        const variables = { datasetId, items: items.slice(start, start + ITEMS_PER_REQUEST), replace };
        const data = await transport.graphql(CREATE_DATASET_ITEMS, variables, options);
        created.push(...data.createDatasetItems.map(toItem));
      }
      return created;
    },
    async updateDatasetItem(id, item, options) {
      const variables = { ...item, id };
      const data = await transport.graphql(UPDATE_DATASET_ITEM, variables, options);
      return toItem(found("updateDatasetItem", id, data.updateDatasetItem));
    },
    async getDatasetItem(id, { version, ...options } = {}) {
      const data = await transport.graphql(GET_DATASET_ITEM, { id, version }, options);
      return toItem(found("getDatasetItem", id, data.datasetItem));
    },
    async deleteDatasetItem(id, options) {
      const data = await transport.graphql(DELETE_DATASET_ITEM, { id }, options);
      return toItem(found("deleteDatasetItem", id, data.deleteDatasetItem));
    },
    async addStepToDataset(datasetId, stepId, metadata, { input, expectedOutput, splits, ...options } = {}) {
      const variables = { datasetId, stepId, metadata, input, expectedOutput, splits };
      const data = await transport.graphql(ADD_STEP_TO_DATASET, variables, options);
      return toItem(found("addStepToDataset", stepId, data.addStepToDataset));
    },
    async addGenerationToDataset(
      datasetId,
      generationId,
      metadata,
      { input, expectedOutput, splits, ...options } = {},
    ) {
      const variables = { datasetId, generationId, metadata, input, expectedOutput, splits };
      const data = await transport.graphql(ADD_GENERATION_TO_DATASET, variables, options);
      return toItem(found("addGenerationToDataset", generationId, data.addGenerationToDataset));
    },
    async addGenerationsToDataset(datasetId, generationIds, options) {
      const records = generationIds.map((generationId) => ({ datasetId, generationId }));
      const answers = await sendMany(
        transport,
        { document: ADD_GENERATIONS_TO_DATASET, records, shared: ["datasetId"] },
        options,
      );
      return generationIds.map((id, index) => toItem(found("addGenerationsToDataset", id, answers[index])));
    },
  };
}

function fieldsOf(node: DatasetFragment): Omit<DatasetConstructor, "items"> {
  // The service only accepts objects as `itemSchema`.
  const itemSchema = node.itemSchema as JsonObject | null;
  return { ...node, metadata: node.metadata ?? {}, itemSchema };
}

export function toItem(node: DatasetItemFragment): DatasetItem {
  const { input, metadata, intermediarySteps } = node;
  return new DatasetItem({
    ...node,
    input: input ?? {},
    metadata: metadata ?? {},
    intermediarySteps: intermediarySteps ?? [],
  });
}
