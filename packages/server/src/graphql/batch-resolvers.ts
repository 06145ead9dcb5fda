import type {
  IngestStepPayload,
  MutationAddGenerationToDatasetArgs,
  MutationCreateScoreArgs,
  MutationIngestStepArgs,
} from "@threadline/schema/server";
import type { DatasetItemRecord } from "../store/datasets.ts";
import type { ScoreRecord } from "../store/scores.ts";

/**
 * Executes many uses of one mutation in one store call. Each item succeeds or fails alone: the result at its index is
 * the value of the field, or an error for its path. Rejects only if nothing was done.
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
