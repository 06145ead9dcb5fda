import type { GenerationFields, GenerationType } from "../generation-record.ts";
import type { StepRecord } from "../steps.ts";
import { fromJsonText } from "../json-texts.ts";

/**
 * Values that clients sent and that {@link settleStep} replaced in the record. A field that was not replaced is absent.
 * Later writes are merged with the values that clients sent, not with their replacements.
 */
export interface GivenFields {
  readonly createdAt?: number;
  readonly error?: string | null;
  readonly generationError?: string | null;
  readonly duration?: number | null;
  readonly inputTokenEstimate?: number | null;
  readonly outputTokenEstimate?: number | null;
}

/** A generation as it is stored. Its token counts are those that clients gave. */
export interface StoredGeneration extends GenerationFields {
  readonly type: GenerationType;
  readonly inputTokenEstimate: number | null;
  readonly outputTokenEstimate: number | null;
}

/**
 * A step as it is stored, with the values that {@link settleStep} computed. `given` contains those values of clients
 * that were replaced.
 */
export interface StoredStep extends Omit<StepRecord, "generation"> {
  readonly generation: StoredGeneration | null;
  /** Null if no value was replaced. */
  readonly given: GivenFields | null;
  /** Microseconds after `startTime`. */
  readonly startMicros: number;
}

/** Serializes the values of a generation that have no column. */
export function generationPayload(generation: StoredGeneration): string {
  const { settings, variables, metadata, tools, prompt, completion, messages, messageCompletion } = generation;
  return JSON.stringify({ settings, variables, metadata, tools, prompt, completion, messages, messageCompletion });
}

interface Row {
  readonly [column: string]: unknown;
}

export type PlainStepFields = Omit<
  StoredStep,
  "generation" | "input" | "output" | "metadata" | "given" | "startMicros"
>;

/**
 * Reads a step from a row whose columns are named like its fields. `generation` is the JSON text of the generation's
 * payload.
 */
export function toStoredStep(row: Row): StoredStep {
  return {
    ...plainStepFields(row),
    input: fromJsonText(row["input"]),
    output: fromJsonText(row["output"]),
    metadata: fromJsonText(row["metadata"]),
    given: fromJsonText(row["given"] ?? null),
    startMicros: Number(row["startMicros"] ?? 0),
    generation: toStoredGeneration(row),
  };
}

/**
 * Reads the generation from a row of a step. `type`, `error` and `tags` have a prefix, because the step has such
 * columns, too. The token counts are those that clients gave.
 */
export function toStoredGeneration(row: Row): StoredGeneration | null {
  if (row["generationType"] === null) return null;
  return {
    ...fromJsonText<object>(row["generation"] ?? null),
    type: row["generationType"],
    promptId: row["promptId"],
    provider: row["provider"],
    model: row["model"],
    error: row["generationError"],
    tags: fromJsonText(row["generationTags"]),
    tokenCount: row["givenTokenCount"],
    inputTokenCount: row["givenInputTokenCount"],
    outputTokenCount: row["givenOutputTokenCount"],
    inputTokenEstimate: row["inputTokenEstimate"],
    outputTokenEstimate: row["outputTokenEstimate"],
    ttFirstToken: row["ttFirstToken"],
    tokenThroughputInSeconds: row["tokenThroughputInSeconds"],
    duration: row["duration"],
  } as StoredGeneration; // the stores wrote the columns, so they have these types
}

export function plainStepFields(row: Row): PlainStepFields {
  // The stores wrote the columns, so they have the types of the record.
  return {
    id: row["id"],
    createdAt: row["createdAt"],
    receivedAt: row["receivedAt"] ?? row["createdAt"],
    threadId: row["threadId"],
    parentId: row["parentId"],
    rootRunId: row["rootRunId"],
    type: row["type"],
    name: row["name"],
    startTime: row["startTime"],
    endTime: row["endTime"],
    error: row["error"],
    environment: row["environment"],
    apiKeyId: row["apiKeyId"],
    tags: fromJsonText(row["tags"]),
  } as PlainStepFields;
}
