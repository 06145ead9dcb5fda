import type { MutationCreateStepArgs, MutationUpdateStepArgs, StepInput } from "@threadline/schema/server";
import type { StepWrite } from "../store/steps.ts";
import { readStepAttachments } from "./files.ts";
import { readGeneration } from "./generations.ts";
import { readId, readReference } from "./ids.ts";
import { readMetadata, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readStepScores } from "./scores.ts";
import { readName, readTags, readText } from "./text.ts";

/** Fields of a step taken from its request. */
export interface StepOrigin {
  /** Epoch milliseconds: when the request arrived. */
  readonly now: number;
  /** The `x-env` header. A step of `ingestSteps` may name its own. */
  readonly environment: string | null;
}

/** A step of a request as the store takes it: absent stays absent, null clears. */
export function readStep(input: StepInput, { now, environment }: StepOrigin): StepWrite {
  const id = readId("id", input.id);
  return {
    id,
    createdAt: input.createdAt ?? now,
    receivedAt: now,
    threadId: readReference("threadId", input.threadId),
    parentId: readReference("parentId", input.parentId),
    rootRunId: readReference("rootRunId", input.rootRunId),
    type: input.type,
    name: readName("name", input.name),
    ...readStart(input.startTime),
    endTime: input.endTime,
    error: readText("error", input.error, recordLimits.payloadBytes),
    environment: readReference("environment", input.environment ?? environment) ?? undefined,
    tags: readTags("tags", input.tags),
    input: readPayload("input", input.input),
    output: readPayload("output", input.output),
    metadata: readMetadata("metadata", input.metadata),
    generation: input.generation && readGeneration("generation", input.generation),
    scores: readStepScores(id, input.scores, now),
    attachments: readStepAttachments(id, input.attachments, now),
  };
}

/** Reads a start time. Without microseconds, those of an equal stored time stay. */
function readStart(start: number | null | undefined): Pick<StepWrite, "startTime" | "startMicros"> {
  if (start === null || start === undefined) return { startTime: start };
  const startTime = Math.floor(start);
  const startMicros = Math.round((start - startTime) * 1_000);
  return startMicros === 0 ? { startTime } : { startTime, startMicros };
}

/** The step of `createStep` or `updateStep`, whose clients send null for every argument that they leave out. */
export function readPartialStep(
  id: string,
  args: MutationCreateStepArgs | MutationUpdateStepArgs,
  origin: StepOrigin,
): StepWrite {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  return readStep({ ...given, id }, origin);
}
