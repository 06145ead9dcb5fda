import type {
  MutationAddGenerationToDatasetArgs,
  MutationAddStepToDatasetArgs,
  MutationCreateDatasetArgs,
  MutationCreateDatasetItemArgs,
  MutationCreateDatasetItemsArgs,
  MutationUpdateDatasetArgs,
  MutationUpdateDatasetItemArgs,
} from "@threadline/schema/server";
import type { DatasetItemChange, NewDataset, NewDatasetItem } from "../store/datasets.ts";
import type { GenerationRecord } from "../store/generation-record.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { StepRecord } from "../store/steps.ts";
import { readCreation } from "./creation.ts";
import type { Creation } from "./creation.ts";
import { formatDateTime } from "./date-time.ts";
import { badInput } from "./errors.ts";
import { readReference } from "./ids.ts";
import { readMetadata, readPayload } from "./json-values.ts";
import { readItemSchema } from "./item-schema.ts";
import { recordLimits } from "./limits.ts";
import { readSplits } from "./splits.ts";
import { readRequiredName, readText } from "./text.ts";

export function readDataset(args: MutationCreateDatasetArgs, creation: Creation): NewDataset {
  return {
    ...readCreation({ createdAt: args.createdAt }, creation),
    name: readRequiredName("name", args.name),
    description: readText("description", args.description, recordLimits.textLength) ?? null,
    metadata: readMetadata("metadata", args.metadata) ?? {},
    type: args.type ?? "key_value",
    itemSchema: readItemSchema("itemSchema", args.itemSchema) ?? null,
  };
}

/** Changes of `updateDataset`; undefined fields are not changed. */
export interface DatasetChange {
  readonly name: string | undefined;
  readonly description: string | null | undefined;
  readonly metadata: JsonObject | undefined;
  readonly itemSchema: JsonObject | null | undefined;
}

/** Reads the changes of `updateDataset`. Null clears the description and the metadata, and keeps the name. */
export function readDatasetChange(args: MutationUpdateDatasetArgs): DatasetChange {
  const metadata = readMetadata("metadata", args.metadata);
  return {
    name: args.name == null ? undefined : readRequiredName("name", args.name),
    description: readText("description", args.description, recordLimits.textLength),
    metadata: metadata === null ? {} : metadata,
    itemSchema: readItemSchema("itemSchema", args.itemSchema),
  };
}

export function readDatasetItem(args: MutationCreateDatasetItemArgs, creation: Creation): NewDatasetItem {
  return {
    ...creation,
    datasetId: args.datasetId,
    metadata: readMetadata("metadata", args.metadata) ?? {},
    input: readPayload("input", args.input) ?? null,
    expectedOutput: readPayload("expectedOutput", args.expectedOutput) ?? null,
    intermediarySteps: null,
    stepId: readReference("generationId", args.generationId) ?? null,
    splits: readSplits("splits", args.splits) ?? [],
  };
}

export function readDatasetItems(
  { datasetId, items }: MutationCreateDatasetItemsArgs,
  create: () => Creation,
): NewDatasetItem[] {
  const limit = recordLimits.itemCount;
  if (items.length > limit) throw badInput("items", `at most ${limit} are allowed`, limit);
  return items.map(({ id, createdAt, input, expectedOutput, metadata, splits, stepId }, index) => ({
    ...readCreation({ id, createdAt }, create(), `items[${index}].`),
    datasetId,
    metadata: readMetadata(`items[${index}].metadata`, metadata) ?? {},
    input: readPayload(`items[${index}].input`, input) ?? null,
    expectedOutput: readPayload(`items[${index}].expectedOutput`, expectedOutput) ?? null,
    intermediarySteps: null,
    stepId: readReference(`items[${index}].stepId`, stepId) ?? null,
    splits: readSplits(`items[${index}].splits`, splits) ?? undefined,
  }));
}

/** Change of `updateDatasetItem`; null clears the metadata and the expected output. */
export function readDatasetItemChange(args: MutationUpdateDatasetItemArgs): DatasetItemChange {
  if (args.input === null) throw badInput("input", "must not be null");
  const metadata = readMetadata("metadata", args.metadata);
  const splits = readSplits("splits", args.splits);
  return {
    id: args.id,
    input: readPayload("input", args.input),
    expectedOutput: readPayload("expectedOutput", args.expectedOutput),
    metadata: metadata === null ? {} : metadata,
    splits: splits === null ? [] : splits,
  };
}

/** Creates the item of `addStepToDataset` from a step and its descendants, oldest first. */
export function itemOfStep(
  args: MutationAddStepToDatasetArgs,
  { step, descendants, ...creation }: Creation & { step: StepRecord; descendants: readonly StepRecord[] },
): NewDatasetItem {
  const limit = recordLimits.intermediarySteps;
  if (descendants.length > limit) {
    throw badInput(
      "stepId",
      `the step has ${descendants.length} descendants, but a dataset item can contain at most ${limit}`,
      limit,
    );
  }
  return {
    ...creation,
    datasetId: args.datasetId,
    metadata: readMetadata("metadata", args.metadata) ?? {},
    ...withGivenContent({ input: step.input, expectedOutput: step.output }, args),
    intermediarySteps: descendants.map(copyOfStep),
    stepId: step.id,
  };
}

/**
 * Creates the item of `addGenerationToDataset` from a generation. The metadata of the item contain the prompt type and
 * the variables of the generation, unless the caller's metadata set these keys.
 */
export function itemOfGeneration(
  args: MutationAddGenerationToDatasetArgs,
  { stepId, generation, ...creation }: Creation & { stepId: string; generation: GenerationRecord },
): NewDatasetItem {
  const given = readMetadata("metadata", args.metadata) ?? {};
  return {
    ...creation,
    datasetId: args.datasetId,
    metadata: { promptType: generation.type, variables: generation.variables ?? {}, ...given },
    ...withGivenContent(generation.type === "CHAT" ? contentOfChat(generation) : contentOfCompletion(generation), args),
    intermediarySteps: null,
    stepId,
  };
}

type Content = Pick<NewDatasetItem, "input" | "expectedOutput">;

function withGivenContent(
  recorded: Content,
  args: Pick<MutationAddStepToDatasetArgs, "input" | "expectedOutput" | "splits">,
): Content & Pick<NewDatasetItem, "splits"> {
  const expectedOutput = readPayload("expectedOutput", args.expectedOutput);
  return {
    input: readPayload("input", args.input) ?? recorded.input,
    expectedOutput: expectedOutput === undefined ? recorded.expectedOutput : expectedOutput,
    splits: readSplits("splits", args.splits) ?? [],
  };
}

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
