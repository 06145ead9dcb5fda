import type {
  MutationAddGenerationToDatasetArgs,
  MutationAddStepToDatasetArgs,
  MutationCreateDatasetArgs,
  MutationCreateDatasetItemArgs,
  MutationCreateDatasetItemsArgs,
  MutationUpdateDatasetArgs,
  MutationUpdateDatasetItemArgs,
} from "@threadline/schema/server";
import type { DatasetItemRecord, DatasetRecord } from "../store/datasets.ts";
import type { GenerationRecord } from "../store/generation-record.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { StepRecord } from "../store/steps.ts";
import { readCreation } from "./creation.ts";
import type { Creation } from "./creation.ts";
import { formatDateTime } from "./date-time.ts";
import { badInput } from "./errors.ts";
import { readReference } from "./ids.ts";
import { readMetadata, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName, readText } from "./text.ts";

export function readDataset(args: MutationCreateDatasetArgs, creation: Creation): DatasetRecord {
  return {
    ...readCreation({ createdAt: args.createdAt }, creation),
    name: readRequiredName("name", args.name),
    description: readText("description", args.description, recordLimits.textLength) ?? null,
    metadata: readMetadata("metadata", args.metadata) ?? {},
    type: args.type ?? "key_value",
  };
}

/** Changes of `updateDataset`; undefined fields are not changed. */
export interface DatasetChange {
  readonly name: string | undefined;
  readonly description: string | null | undefined;
  readonly metadata: JsonObject | undefined;
}

/** Reads the changes of `updateDataset`. Null clears the description and the metadata, and keeps the name. */
export function readDatasetChange(args: MutationUpdateDatasetArgs): DatasetChange {
  const metadata = readMetadata("metadata", args.metadata);
  return {
    name: args.name == null ? undefined : readRequiredName("name", args.name),
    description: readText("description", args.description, recordLimits.textLength),
    metadata: metadata === null ? {} : metadata,
  };
}

export function readDatasetItem(args: MutationCreateDatasetItemArgs, creation: Creation): DatasetItemRecord {
  return {
    ...creation,
    datasetId: args.datasetId,
    metadata: readMetadata("metadata", args.metadata) ?? {},
    input: readPayload("input", args.input) ?? null,
    expectedOutput: readPayload("expectedOutput", args.expectedOutput) ?? null,
    intermediarySteps: null,
    stepId: readReference("generationId", args.generationId) ?? null,
  };
}

export function readDatasetItems(
  { datasetId, items }: MutationCreateDatasetItemsArgs,
  create: () => Creation,
): DatasetItemRecord[] {
  const limit = recordLimits.itemCount;
  if (items.length > limit) throw badInput("items", `at most ${limit} are allowed`, limit);
  return items.map(({ id, createdAt, input, expectedOutput, metadata }, index) => ({
    ...readCreation({ id, createdAt }, create(), `items[${index}].`),
    datasetId,
    metadata: readMetadata(`items[${index}].metadata`, metadata) ?? {},
    input: readPayload(`items[${index}].input`, input) ?? null,
    expectedOutput: readPayload(`items[${index}].expectedOutput`, expectedOutput) ?? null,
    intermediarySteps: null,
    stepId: null,
  }));
}

/** Changes of `updateDatasetItem`; undefined fields are not changed. */
export interface DatasetItemChange {
  readonly input: JsonValue | undefined;
  readonly expectedOutput: JsonValue | undefined;
  readonly metadata: JsonObject | undefined;
}

/** Reads the changes of `updateDatasetItem`. Null clears the metadata and the expected output. */
export function readDatasetItemChange(args: MutationUpdateDatasetItemArgs): DatasetItemChange {
  if (args.input === null) throw badInput("input", "must not be null");
  const metadata = readMetadata("metadata", args.metadata);
  return {
    input: readPayload("input", args.input),
    expectedOutput: readPayload("expectedOutput", args.expectedOutput),
    metadata: metadata === null ? {} : metadata,
  };
}

/** Creates the item of `addStepToDataset` from a step and its descendants, oldest first. */
export function itemOfStep(
  args: MutationAddStepToDatasetArgs,
  { step, descendants, ...creation }: Creation & { step: StepRecord; descendants: readonly StepRecord[] },
): DatasetItemRecord {
  const limit = recordLimits.intermediarySteps;
  if (descendants.length > limit) {
    throw badInput(
      "stepId",
      `the step has ${descendants.length} descendants, and at most ${limit} fit into an item`,
      limit,
    );
  }
  return {
    ...creation,
    datasetId: args.datasetId,
    metadata: readMetadata("metadata", args.metadata) ?? {},
    input: step.input,
    expectedOutput: step.output,
    intermediarySteps: descendants.map(copyOfStep),
    stepId: step.id,
  };
}

/**
 * Creates the item of `addGenerationToDataset` from a generation. Its metadata contain the type and the variables of
 * the prompt, unless the caller overrides them.
 */
export function itemOfGeneration(
  args: MutationAddGenerationToDatasetArgs,
  { stepId, generation, ...creation }: Creation & { stepId: string; generation: GenerationRecord },
): DatasetItemRecord {
  const given = readMetadata("metadata", args.metadata) ?? {};
  return {
    ...creation,
    datasetId: args.datasetId,
    metadata: { promptType: generation.type, variables: generation.variables ?? {}, ...given },
    ...(generation.type === "CHAT" ? contentOfChat(generation) : contentOfCompletion(generation)),
    intermediarySteps: null,
    stepId,
  };
}

type Content = Pick<DatasetItemRecord, "input" | "expectedOutput">;

function contentOfChat({ messages, messageCompletion }: GenerationRecord): Content {
  return { input: { messages: messages ?? [] }, expectedOutput: messageCompletion ?? {} };
}

function contentOfCompletion({ prompt, completion }: GenerationRecord): Content {
  return { input: { prompt }, expectedOutput: completion === null ? {} : { completion } };
}

function copyOfStep(step: StepRecord): JsonObject {
  const { id, parentId, rootRunId, type, name, input, output, error, metadata, tags } = step;
  return {
    id,
    parentId,
    rootRunId,
    type,
    name,
    startTime: optionalDateTime(step.startTime),
    endTime: optionalDateTime(step.endTime),
    createdAt: formatDateTime(step.createdAt),
    input,
    output,
    error,
    metadata,
    tags: tags && [...tags],
    generation: step.generation && toJson(step.generation),
  };
}

function optionalDateTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatDateTime(milliseconds);
}

/** Converts a generation to JSON. Omits the cost, which changes with prices, and other derived values. */
function toJson(record: GenerationRecord): JsonValue {
  const { cost: _cost, costDetails: _costDetails, tokenDetails: _tokenDetails, ...generation } = record;
  return { ...generation, tags: generation.tags && [...generation.tags] };
}
