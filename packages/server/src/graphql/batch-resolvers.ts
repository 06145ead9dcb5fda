import type {
  IngestStepPayload,
  MutationAddGenerationToDatasetArgs,
  MutationCreateScoreArgs,
  MutationIngestStepArgs,
} from "@threadline/schema/server";
import type { DatasetItemRecord } from "../store/datasets.ts";
import type { ScoreRecord } from "../store/scores.ts";

/**
 * Executes all items of a batch (one mutation, repeated for many records) with one call of the store. If an item fails,
 * its result is an error, and the other items are still executed. Rejects only if no item was executed.
 */
export type BatchResolver<Args, Result, Context> = (
  items: readonly Args[],
  context: Context,
) => Promise<(Result | Error)[]>;

export interface BatchResolvers<Context> {
  readonly ingestStep: BatchResolver<MutationIngestStepArgs, IngestStepPayload, Context>;
  readonly createScore: BatchResolver<MutationCreateScoreArgs, ScoreRecord, Context>;
  readonly addGenerationToDataset: BatchResolver<MutationAddGenerationToDatasetArgs, DatasetItemRecord, Context>;
}
