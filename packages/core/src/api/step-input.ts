import { createId } from "../create-id.ts";
import { serialize } from "../transport/serialize.ts";
import { errorText } from "../transport/to-json.ts";
import type { AttachmentConstructor } from "../types/files.ts";
import type { ChatGenerationConstructor, CompletionGenerationConstructor } from "../types/generations.ts";
import type { Maybe } from "../types/json.ts";
import type { ScoreConstructor } from "../types/scores.ts";
import type { StepConstructor } from "../types/steps.ts";

const STEP_FIELDS = [
  "threadId",
  "rootRunId",
  "parentId",
  "type",
  "name",
  "startTime",
  "endTime",
  "input",
  "output",
  "metadata",
  "tags",
  "environment",
] as const satisfies readonly (keyof StepConstructor)[];

const GENERATION_FIELDS = [
  "type",
  "promptId",
  "provider",
  "model",
  "error",
  "settings",
  "variables",
  "tags",
  "metadata",
  "tools",
  "tokenCount",
  "inputTokenCount",
  "outputTokenCount",
  "ttFirstToken",
  "tokenThroughputInSeconds",
  "duration",
  "prompt",
  "completion",
  "messages",
  "messageCompletion",
] as const satisfies readonly (keyof (ChatGenerationConstructor & CompletionGenerationConstructor))[];

const SCORE_FIELDS = [
  "name",
  "type",
  "value",
  "label",
  "scorer",
  "comment",
  "tags",
  "stepId",
  "generationId",
  "datasetExperimentItemId",
] as const satisfies readonly (keyof ScoreConstructor)[];

const ATTACHMENT_FIELDS = [
  "name",
  "mime",
  "url",
  "objectKey",
  "metadata",
] as const satisfies readonly (keyof AttachmentConstructor)[];

/** A step as the wire takes it: its known fields only, with ids for all that can be sent again. */
export interface StepInput {
  id: string;
  [field: string]: unknown;
}

/** Makes the input of `ingestSteps` from a step, one that was fetched included. */
export function toStepInput(step: StepConstructor): StepInput {
  const { id, error, generation, scores, attachments } = step;
  return {
    id: id ?? createId(),
    ...pick(step, STEP_FIELDS),
    error: toErrorText(error),
    generation: generation && pick(generation, GENERATION_FIELDS),
    scores: scores?.map((score) => ({ id: idOf(score), ...pick(score, SCORE_FIELDS) })),
    attachments: attachments?.map((attachment) => ({ id: idOf(attachment), ...pick(attachment, ATTACHMENT_FIELDS) })),
  };
}

/** Ids of what was given without one: a step that is sent again must not bring the same score twice, and the host's object stays as it is. */
const givenIds = new WeakMap<object, string>();

function idOf(part: { id?: Maybe<string> }): string {
  const id = part.id ?? givenIds.get(part) ?? createId();
  if (!part.id) givenIds.set(part, id);
  return id;
}

/** An error as text: an `Error` with its causes, an object as JSON. */
export function toErrorText(error: StepConstructor["error"]): string | null | undefined {
  if (error === null || error === undefined || typeof error === "string") return error;
  if (!(error instanceof Error)) return serialize(error);
  return errorText(error);
}

/** A loop, since it runs for every step of a host. */
function pick(record: object, keys: readonly string[]): Record<string, unknown> {
  const fields = record as Record<string, unknown>;
  const picked: Record<string, unknown> = {};
  for (const key of keys) if (fields[key] !== undefined) picked[key] = fields[key];
  return picked;
}
