import type { StoredGeneration, StoredStep } from "./merge-step.ts";

/**
 * What callers gave, where the record shows something that was derived: kept beside the record, so that a later write is
 * merged into what was given. A field that is absent is shown as it was given.
 */
export interface GivenFields {
  readonly error?: string | null;
  readonly generationError?: string | null;
  readonly duration?: number | null;
  readonly inputTokenEstimate?: number | null;
  readonly outputTokenEstimate?: number | null;
}

/**
 * The one definition of error, latency and tokens, for steps, generations, threads, lists and charts alike. Stores write
 * the columns from what this returns, and costs are calculated from it.
 *
 * - Error: a step and its generation fail together. Each shows its own error, else the other's.
 * - Latency: a generation without a duration takes the time from the step's start to its end.
 * - Tokens: a failed call that reported no usage has none; estimates are for calls that succeeded.
 */
export function settleStep(merged: StoredStep): StoredStep {
  const { generation } = merged;
  if (generation === null) return merged.given === null ? merged : { ...merged, given: null };
  const error = merged.error ?? generation.error;
  const settled: StoredGeneration = {
    ...generation,
    error: generation.error ?? merged.error,
    duration: generation.duration ?? secondsOf(merged),
    ...(error !== null && !reportsUsage(generation) && { inputTokenEstimate: null, outputTokenEstimate: null }),
  };
  const given: GivenFields = {
    ...(error !== merged.error && { error: merged.error }),
    ...(settled.error !== generation.error && { generationError: generation.error }),
    ...(settled.duration !== generation.duration && { duration: generation.duration }),
    ...(settled.inputTokenEstimate !== generation.inputTokenEstimate && {
      inputTokenEstimate: generation.inputTokenEstimate,
    }),
    ...(settled.outputTokenEstimate !== generation.outputTokenEstimate && {
      outputTokenEstimate: generation.outputTokenEstimate,
    }),
  };
  if (Object.keys(given).length === 0) return merged.given === null ? merged : { ...merged, given: null };
  return { ...merged, error, generation: settled, given };
}

/** The step as callers gave it: the inverse of {@link settleStep}. */
export function givenStep(step: StoredStep): StoredStep {
  const { given, generation } = step;
  if (given === null || generation === null) return step;
  const { error = step.error, generationError = generation.error, duration = generation.duration } = given;
  const { inputTokenEstimate = generation.inputTokenEstimate } = given;
  const { outputTokenEstimate = generation.outputTokenEstimate } = given;
  return {
    ...step,
    error,
    generation: { ...generation, error: generationError, duration, inputTokenEstimate, outputTokenEstimate },
    given: null,
  };
}

function secondsOf({ startTime, endTime }: StoredStep): number | null {
  return startTime === null || endTime === null ? null : Math.max(endTime - startTime, 0) / 1_000;
}

function reportsUsage({ tokenCount, inputTokenCount, outputTokenCount }: StoredGeneration): boolean {
  return tokenCount !== null || inputTokenCount !== null || outputTokenCount !== null;
}
