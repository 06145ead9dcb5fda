import { createId } from "../create-id.ts";
import { holdsKept, keepLists } from "../delivery/known-json.ts";
import { errorText, type JsonLimits, toJson } from "../transport/to-json.ts";
import type { AttachmentConstructor } from "../types/files.ts";
import type { ChatGenerationConstructor, CompletionGenerationConstructor } from "../types/generations.ts";
import type { Maybe } from "../types/json.ts";
import type { ScoreConstructor } from "../types/scores.ts";
import type { StepConstructor, StepInput } from "../types/steps.ts";

/**
 * Converts a new or fetched step to the input of `ingestSteps`. The function runs for every step, so it lists the
 * fields one by one, which is faster than a loop.
 */
export function toStepInput(step: StepConstructor, newId: () => string = createId): StepInput {
  const { generation, scores, attachments } = step;
  return {
    id: step.id ?? newId(),
    threadId: step.threadId,
    rootRunId: step.rootRunId,
    parentId: step.parentId,
    type: step.type,
    name: step.name,
    // If a step has a start time, the service uses it as the creation time. So `createdAt` is sent only without a start
    // time, for example in an import.
    createdAt: step.startTime ? undefined : step.createdAt,
    startTime: step.startTime,
    endTime: step.endTime,
    input: step.input,
    output: step.output,
    metadata: step.metadata,
    tags: step.tags,
    environment: step.environment,
    error: toErrorText(step.error),
    generation: generation && toGeneration(generation),
    scores: scores?.map(toScoreInput),
    attachments: attachments?.map((attachment) => toAttachmentInput(attachment, newId)),
  };
}

function toGeneration(generation: NonNullable<StepConstructor["generation"]>): object {
  const input = toGenerationInput(generation);
  return holdsKept(generation) ? keepLists(input) : input;
}

function toGenerationInput(generation: ChatGenerationConstructor & CompletionGenerationConstructor): object {
  return {
    type: generation.type,
    promptId: generation.promptId,
    provider: generation.provider,
    model: generation.model,
    error: generation.error,
    settings: generation.settings,
    variables: generation.variables,
    tags: generation.tags,
    metadata: generation.metadata,
    tools: generation.tools,
    tokenCount: generation.tokenCount,
    inputTokenCount: generation.inputTokenCount,
    outputTokenCount: generation.outputTokenCount,
    ttFirstToken: generation.ttFirstToken,
    tokenThroughputInSeconds: generation.tokenThroughputInSeconds,
    duration: generation.duration,
    prompt: generation.prompt,
    completion: generation.completion,
    messages: generation.messages,
    messageCompletion: generation.messageCompletion,
  };
}

function toScoreInput(score: ScoreConstructor): object {
  const { name, type, value, label, scorer, comment, tags, stepId, generationId, threadId, createdAt } = score;
  const { datasetExperimentItemId } = score;
  const fields = {
    name,
    type,
    value,
    label,
    scorer,
    comment,
    tags,
    stepId,
    generationId,
    threadId,
    datasetExperimentItemId,
    createdAt,
  };
  return { id: idOf(score), ...fields };
}

function toAttachmentInput(attachment: AttachmentConstructor, newId: () => string): object {
  const { name, mime, url, objectKey, metadata } = attachment;
  return { id: idOf(attachment, newId), name, mime, url, objectKey, metadata };
}

/**
 * Generated ids of scores and attachments that the application passed without an id. If the application sends the same
 * object again, for example in a second `send()`, it keeps its id. With a new id, the service would store it twice.
 */
const givenIds = new WeakMap<object, string>();

function idOf(part: { id?: Maybe<string> }, newId: () => string = createId): string {
  const id = part.id ?? givenIds.get(part) ?? newId();
  if (!part.id) givenIds.set(part, id);
  return id;
}

/**
 * Limits for the JSON of an error that is not an instance of `Error`. Such an error may be an object that references
 * large parts of the application.
 */
const ERROR_LIMITS: JsonLimits = { text: 1_000_000, total: 3_000_000, values: 20_000 };

/** Converts an error to text. An `Error` is described with its causes; an object is converted to JSON. */
export function toErrorText(error: StepConstructor["error"]): string | null | undefined {
  if (error === null || error === undefined || typeof error === "string") return error;
  if (!(error instanceof Error)) return JSON.stringify(toJson(error, ERROR_LIMITS) ?? null);
  return errorText(error);
}
