import type { GenerationFields, GenerationType } from "./generation-record.ts";
import type { StepRecord } from "./steps.ts";

/**
 * What callers gave, where the record shows something that was derived: kept beside the record, so that a later write is
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

/** A generation as a store keeps it: token counts hold only what a caller gave, estimates stand apart. */
export interface StoredGeneration extends GenerationFields {
  readonly type: GenerationType;
  readonly inputTokenEstimate: number | null;
  readonly outputTokenEstimate: number | null;
}

/** A step as a store keeps it: settled, with what was given beside it. */
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
