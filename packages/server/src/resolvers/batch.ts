import type {
  IngestStepPayload,
  MutationAddGenerationToDatasetArgs,
  MutationCreateScoreArgs,
  MutationIngestStepArgs,
} from "@threadline/schema/server";
import type { DatasetItemRecord } from "../store/datasets.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { RequestContext } from "./context.ts";

/**
 * Executes many uses of one mutation as one call of the store. Each item succeeds or fails alone: the result at its index
 * is the value of the field or the error to report on its path. Rejects only when nothing could be done.
 */
export type BatchResolver<Args, Result> = (
  items: readonly Args[],
  context: RequestContext,
) => Promise<(Result | Error)[]>;

/** The mutations that old clients repeat under aliases in one document. */
export interface BatchResolvers {
  readonly ingestStep: BatchResolver<MutationIngestStepArgs, IngestStepPayload>;
  readonly createScore: BatchResolver<MutationCreateScoreArgs, ScoreRecord>;
  readonly addGenerationToDataset: BatchResolver<MutationAddGenerationToDatasetArgs, DatasetItemRecord>;
}
