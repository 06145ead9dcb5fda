import type { MutationCreateStepArgs, MutationUpdateStepArgs, StepInput } from "@threadline/schema/server";
import type { StepWrite } from "../store/steps.ts";
import { readStepAttachments } from "./files.ts";
import { readGeneration } from "./generations.ts";
import { readId, readReference } from "./ids.ts";
import { readMetadata, readPayload } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readStepScores } from "./scores.ts";
import { readName, readTags, readText } from "./text.ts";

export interface StepOrigin {
  /** Arrival time of the request, in epoch milliseconds. */
  readonly now: number;
  /** Value of the `x-env` header; null if absent. A step of `ingestSteps` can override it. */
  readonly environment: string | null;
  /** API key of the request; null without one. */
  readonly apiKeyId: string | null;
}

/** Converts a step of a request to the store's format. Absent fields stay unchanged, and null clears them. */
export function readStep(input: StepInput, { now, environment, apiKeyId }: StepOrigin): StepWrite {
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
    // Rounds down, because an end time that the service has computed may have a fraction of a millisecond.
    endTime: input.endTime == null ? input.endTime : Math.floor(input.endTime),
    error: readText("error", input.error, recordLimits.payloadBytes),
    environment: readReference("environment", input.environment ?? environment) ?? undefined,
    apiKeyId,
    tags: readTags("tags", input.tags),
    input: readPayload("input", input.input),
    output: readPayload("output", input.output),
    metadata: readMetadata("metadata", input.metadata),
    generation: input.generation && readGeneration("generation", input.generation),
    scores: readStepScores(id, input.scores, now),
    attachments: readStepAttachments(id, input.attachments, now),
  };
}

/**
 * Reads a start time. Older clients send whole milliseconds, for which `startMicros` stays undefined. A stored step
 * with the same `startTime` then keeps its microseconds.
 */
function readStart(start: number | null | undefined): Pick<StepWrite, "startTime" | "startMicros"> {
  if (start === null || start === undefined) return { startTime: start };
  const startTime = Math.floor(start);
  const startMicros = Math.round((start - startTime) * 1_000);
  return startMicros === 0 ? { startTime } : { startTime, startMicros };
}

/**
 * Reads the step of `createStep` or `updateStep`. Null counts as absent, because clients of these mutations send null
 * for omitted arguments.
 */
export function readPartialStep(
  id: string,
  args: MutationCreateStepArgs | MutationUpdateStepArgs,
  origin: StepOrigin,
): StepWrite {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  return readStep({ ...given, id }, origin);
}
