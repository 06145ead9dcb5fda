import {
  CANCEL_EXPERIMENT_RUN,
  ESTIMATE_EXPERIMENTS,
  GET_EXPERIMENT_RUN,
  GET_EXPERIMENT_RUN_FAILURES,
  RETRY_EXPERIMENT_RUN,
  START_EXPERIMENTS,
} from "../documents/generated/documents.ts";
import { DatasetExperiment, type ExperimentClient } from "../experiment.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  ExperimentEstimate,
  ExperimentRun,
  ExperimentRunFailure,
  NewExperimentRun,
} from "../types/experiment-runs.ts";
import { found } from "./found.ts";

/** Operations on experiments that the service runs on the items of a dataset. */
export interface ExperimentRunOperations {
  /** Estimates calls and cost of experiments, without starting them. */
  estimateExperiments(run: NewExperimentRun, options?: CallOptions): Promise<ExperimentEstimate>;
  /**
   * Starts experiments that the service runs in the background, one for each pair of prompt and model. With
   * `taskConnectionId`, starts only one experiment, which runs your own code instead of a prompt.
   */
  startExperiments(run: NewExperimentRun, options?: CallOptions): Promise<DatasetExperiment[]>;
  /**
   * Returns the progress of an experiment. Null if the experiment does not exist, or if the service does not run it.
   */
  getExperimentRun(id: string, options?: CallOptions): Promise<ExperimentRun | null>;
  /**
   * Returns a page of the failures of an experiment, newest first. A failure is a failed call of a model or of your own
   * code, or a score that could not be computed. Default: the first 50.
   */
  getExperimentRunFailures(
    id: string,
    page?: { first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<ExperimentRunFailure[]>;
  /** Cancels an experiment. Calls in progress are aborted, and stored results are kept. */
  cancelExperimentRun(id: string, options?: CallOptions): Promise<ExperimentRun>;
  /** Retries the failed calls and scores of an experiment. If the experiment was canceled, continues it. */
  retryExperimentRun(id: string, options?: CallOptions): Promise<ExperimentRun>;
}

export function createExperimentRunOperations(client: ExperimentClient, transport: Transport): ExperimentRunOperations {
  return {
    async estimateExperiments(run, options) {
      return (await transport.graphql(ESTIMATE_EXPERIMENTS, { run }, options)).experimentEstimate;
    },
    async startExperiments(run, options) {
      const { startExperiments } = await transport.graphql(START_EXPERIMENTS, { run }, options);
      return startExperiments.map(
        ({ promptExperimentId, ...fields }) =>
          new DatasetExperiment(client, { ...fields, promptVariantId: promptExperimentId }),
      );
    },
    async getExperimentRun(id, options) {
      return (await transport.graphql(GET_EXPERIMENT_RUN, { id }, options)).datasetExperiment?.run ?? null;
    },
    async getExperimentRunFailures(id, page = {}, options) {
      const { datasetExperiment } = await transport.graphql(GET_EXPERIMENT_RUN_FAILURES, { id, ...page }, options);
      return datasetExperiment?.run?.failures ?? [];
    },
    async cancelExperimentRun(id, options) {
      const { run } = (await transport.graphql(CANCEL_EXPERIMENT_RUN, { id }, options)).cancelExperimentRun;
      return found("cancelExperimentRun", id, run);
    },
    async retryExperimentRun(id, options) {
      const { run } = (await transport.graphql(RETRY_EXPERIMENT_RUN, { id }, options)).retryExperimentRun;
      return found("retryExperimentRun", id, run);
    },
  };
}
