import { DatasetExperiment } from "../experiment.ts";
import { DatasetExperimentItem } from "../experiment-item.ts";
import type { Threadline } from "../threadline.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  DatasetExperimentConstructor,
  DatasetExperimentItemConstructor,
  NewExperiment,
} from "../types/experiments.ts";
import type { Maybe } from "../types/json.ts";
import { found } from "./found.ts";
import { singleMutation } from "./operation.ts";
import { EXPERIMENT, EXPERIMENT_ITEM } from "./selections.ts";

/** An experiment to be created, on a dataset or on none. */
export interface CreateExperiment extends NewExperiment {
  datasetId?: string | undefined;
  /** The prompt version that is tried; a variant goes into `promptVariantId`. */
  promptId?: string | undefined;
}

/** Trials of an application on a dataset. */
export interface ExperimentOperations {
  /** Creates an experiment. */
  createExperiment(experiment: CreateExperiment, options?: CallOptions): Promise<DatasetExperiment>;
  /** Records one trial with its scores. The step that `experimentRunId` names may arrive later. */
  createExperimentItem(item: DatasetExperimentItemConstructor, options?: CallOptions): Promise<DatasetExperimentItem>;
}

type ExperimentNode = DatasetExperimentConstructor & { promptExperimentId?: Maybe<string> };

const CREATE_EXPERIMENT = singleMutation(
  "createExperiment",
  `(
    $name: String!, $datasetId: String, $promptExperimentId: String, $promptId: String, $params: Json
  ) {
    createDatasetExperiment(
      name: $name, datasetId: $datasetId, promptExperimentId: $promptExperimentId, promptId: $promptId, params: $params
    ) { ${EXPERIMENT} }
  }`,
);
const CREATE_EXPERIMENT_ITEM = singleMutation(
  "createExperimentItem",
  `(
    $datasetExperimentId: String!, $datasetItemId: String, $experimentRunId: String, $input: Json, $output: Json
  ) {
    createDatasetExperimentItem(
      datasetExperimentId: $datasetExperimentId, datasetItemId: $datasetItemId, experimentRunId: $experimentRunId,
      input: $input, output: $output
    ) { ${EXPERIMENT_ITEM} }
  }`,
);

/** The operations on experiments. */
export function createExperimentOperations(client: Threadline, transport: Transport): ExperimentOperations {
  return {
    async createExperiment({ promptVariantId, ...experiment }, options) {
      const variables = { ...experiment, promptExperimentId: promptVariantId };
      const data = await transport.graphql<{ createDatasetExperiment: ExperimentNode | null }>(
        CREATE_EXPERIMENT,
        variables,
        options,
      );
      const node = found("createExperiment", experiment.name, data.createDatasetExperiment);
      const { promptExperimentId, ...fields } = node;
      return new DatasetExperiment(client, { ...fields, promptVariantId: promptExperimentId });
    },
    async createExperimentItem({ scores, ...item }, options) {
      const data = await transport.graphql<{ createDatasetExperimentItem: DatasetExperimentItemConstructor | null }>(
        CREATE_EXPERIMENT_ITEM,
        item,
        options,
      );
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
