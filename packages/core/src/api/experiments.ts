import {
  CREATE_EXPERIMENT,
  CREATE_EXPERIMENT_ITEM,
  DELETE_EXPERIMENT,
  type ExperimentFragment,
  GET_EXPERIMENT,
  GET_EXPERIMENTS,
} from "../documents/generated/documents.ts";
import { DatasetExperiment, type ExperimentClient } from "../experiment.ts";
import { DatasetExperimentItem } from "../experiment-item.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { DatasetExperimentItemConstructor, NewExperiment } from "../types/experiments.ts";
import type { ListOperation, QueryArguments } from "../types/lists.ts";
import { found } from "./found.ts";
import { repeatable } from "./repeatable.ts";
import { listOperation, toPage } from "./lists.ts";
import type { ScoreOperations } from "./scores.ts";

/** Fields of a new experiment, with or without a dataset. */
export interface CreateExperiment extends NewExperiment {
  datasetId?: string | undefined;
  /** Prompt version to test. To test a variant, set `promptVariantId` instead. */
  promptId?: string | undefined;
  /**
   * Id of the experiment, unique in the project. Default: created by the service. If an experiment with this id is
   * stored, that experiment is returned.
   */
  id?: string | undefined;
  /** Creation time, as ISO 8601, for imports. Default: now. */
  createdAt?: string | undefined;
}

/** Operations on experiments. An experiment runs an application on a dataset. */
export interface ExperimentOperations {
  /** Creates an experiment. Rejects when the dataset does not exist. */
  createExperiment(experiment: CreateExperiment, options?: CallOptions): Promise<DatasetExperiment>;
  /** Returns a page of experiments without items, newest first. */
  getExperiments: ListOperation<QueryArguments, DatasetExperiment>;
  /** Returns the experiment with its items and scores; null when not found. */
  getExperiment(id: string, options?: CallOptions): Promise<DatasetExperiment | null>;
  /** Deletes the experiment with its items and scores. The steps of its runs are kept. */
  deleteExperiment(id: string, options?: CallOptions): Promise<DatasetExperiment>;
  /** Adds an item with its scores. The step with the id `experimentRunId` need not be stored yet. */
  createExperimentItem(item: DatasetExperimentItemConstructor, options?: CallOptions): Promise<DatasetExperimentItem>;
}

const ITEMS_PER_REQUEST = 1000;

export interface ScoringClient {
  readonly api: Pick<ScoreOperations, "createScores">;
}

export function createExperimentOperations(
  client: ExperimentClient & ScoringClient,
  transport: Transport,
): ExperimentOperations {
  const toExperiment = ({ promptExperimentId, ...fields }: ExperimentFragment): DatasetExperiment =>
    new DatasetExperiment(client, { ...fields, promptVariantId: promptExperimentId });

  return {
    getExperiments: listOperation(async (list = {}, options) => {
      const { datasetExperiments } = await transport.graphql(GET_EXPERIMENTS, list, options);
      return toPage(datasetExperiments, toExperiment);
    }),
    async getExperiment(id, options) {
      let experiment: DatasetExperiment | null = null;
      for (let skip = 0; ; skip += ITEMS_PER_REQUEST) {
        const data = await transport.graphql(GET_EXPERIMENT, { id, first: ITEMS_PER_REQUEST, skip }, options);
        if (data.datasetExperiment === null) return null;
        const { items, ...node } = data.datasetExperiment;
        experiment ??= toExperiment(node);
        experiment.items.push(...items.map((item) => new DatasetExperimentItem(item)));
        if (items.length < ITEMS_PER_REQUEST) return experiment;
      }
    },
    async createExperiment({ promptVariantId, ...experiment }, options) {
      const variables = { ...experiment, promptExperimentId: promptVariantId };
      const data = await transport.graphql(repeatable(CREATE_EXPERIMENT, [experiment]), variables, options);
      const node = found("createExperiment", experiment.name, data.createDatasetExperiment);
      return toExperiment(node);
    },
    async deleteExperiment(id, options) {
      const data = await transport.graphql(DELETE_EXPERIMENT, { id }, options);
      return toExperiment(found("deleteExperiment", id, data.deleteDatasetExperiment));
    },
    async createExperimentItem({ scores, ...item }, options) {
      const data = await transport.graphql(repeatable(CREATE_EXPERIMENT_ITEM, [item]), item, options);
      const created = found("createExperimentItem", item.datasetExperimentId, data.createDatasetExperimentItem);
      const datasetExperimentItemId = created.id;
      const createdScores = await client.api.createScores(
        (scores ?? []).map((score) => ({ ...score, datasetExperimentItemId })),
        options,
      );
      return new DatasetExperimentItem({ ...created, scores: createdScores });
    },
  };
}
