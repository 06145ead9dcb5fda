import type { GenerationFields, GenerationType } from "./generation-record.ts";
import type { StepRecord } from "./steps.ts";

/**
 * Given values of fields that the record shows derived: stored besides the record, so that a later write is
 * merged into what was given. A field that is absent is shown as it was given.
 */
export interface GivenFields {
  readonly createdAt?: number;
  readonly error?: string | null;
  readonly generationError?: string | null;
  readonly duration?: number | null;
  readonly inputTokenEstimate?: number | null;
  readonly outputTokenEstimate?: number | null;
}

/** Stored form of a generation: token counts are those of the caller; estimates are separate. */
export interface StoredGeneration extends GenerationFields {
  readonly type: GenerationType;
  readonly inputTokenEstimate: number | null;
  readonly outputTokenEstimate: number | null;
}

/** Stored form of a step: settled values, with the given ones besides. */
export interface StoredStep extends Omit<StepRecord, "generation"> {
  readonly generation: StoredGeneration | null;
  /** Given values of derived fields; null when none is derived. */
  readonly given: GivenFields | null;
  /** Microseconds after `startTime`. */
  readonly startMicros: number;
}

/** The values of a generation beside its columns, as JSON text. */
export function generationPayload(generation: StoredGeneration): string {
  const { settings, variables, metadata, tools, prompt, completion, messages, messageCompletion } = generation;
  return JSON.stringify({ settings, variables, metadata, tools, prompt, completion, messages, messageCompletion });
}
