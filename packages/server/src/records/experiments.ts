import type {
  MutationCreateDatasetExperimentArgs,
  MutationCreateDatasetExperimentItemArgs,
} from "@threadline/schema/server";
import type { ExperimentItemRecord, ExperimentRecord } from "../store/experiments.ts";
import { readCreation } from "./creation.ts";
import type { Creation } from "./creation.ts";
import { readReference } from "./ids.ts";
import { readJson, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName } from "./text.ts";

/** Reads the experiment of `createDatasetExperiment`. Its prompts need not exist. */
export function readExperiment(
  args: MutationCreateDatasetExperimentArgs,
  creation: Creation,
): Omit<ExperimentRecord, "datasetVersion"> {
  return {
    ...readCreation(args, creation),
    name: readRequiredName("name", args.name),
    datasetId: readReference("datasetId", args.datasetId) ?? null,
    promptExperimentId: readReference("promptExperimentId", args.promptExperimentId) ?? null,
    promptId: readReference("promptId", args.promptId) ?? null,
    params: readJson("params", args.params, recordLimits.metadataBytes) ?? null,
  };
}

/** Reads the item of `createDatasetExperimentItem`. Its run may arrive later. */
export function readExperimentItem(
  args: MutationCreateDatasetExperimentItemArgs,
  creation: Creation,
): ExperimentItemRecord {
  return {
    ...readCreation({ id: args.id }, creation),
    datasetExperimentId: args.datasetExperimentId,
    datasetItemId: readReference("datasetItemId", args.datasetItemId) ?? null,
    experimentRunId: readReference("experimentRunId", args.experimentRunId) ?? null,
    input: readPayload("input", args.input) ?? null,
    output: readPayload("output", args.output) ?? null,
  };
}
