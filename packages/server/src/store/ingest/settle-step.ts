import type { GivenFields, StoredGeneration, StoredStep } from "./stored-step.ts";
import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../../json/json-value.ts";
import type { StepWrite } from "../steps.ts";

/**
 * Computes the values that are stored and shown from the values that clients sent. Steps, generations, threads, lists
 * and charts all show the computed values. This function is the only definition of time, error, latency and tokens.
 *
 * - Time of a step: its start time, or else the creation time that the client gave, or else the time of arrival.
 * - Error: if only one of a step and its generation has an error, both show this error.
 * - Latency: a generation without a duration takes the time between the start and the end of its step.
 * - Tokens: a failed call without reported usage has no tokens, because estimates are only valid for successful calls.
 */
export function settleStep(merged: StoredStep): StoredStep {
  const { generation } = merged;
  const createdAt = merged.startTime ?? merged.createdAt;
  const error = merged.error ?? generation?.error ?? null;
  const settled = generation && settleGeneration(generation, merged, error);
  const given: GivenFields = {
    // A start time replaces `createdAt`. If the client sent the replaced value, it is kept in `given`. A value that is
    // equal to `receivedAt` was not sent by the client, but set on arrival.
    ...(merged.startTime !== null && merged.createdAt !== merged.receivedAt && { createdAt: merged.createdAt }),
    ...(error !== merged.error && { error: merged.error }),
    ...(generation !== null && settled !== null && givenOfGeneration(generation, settled)),
  };
  return { ...merged, createdAt, error, generation: settled, given: Object.keys(given).length === 0 ? null : given };
}

function settleGeneration(generation: StoredGeneration, step: StoredStep, error: string | null): StoredGeneration {
  return {
    ...generation,
    error: generation.error ?? step.error,
    duration: generation.duration ?? secondsOf(step),
    ...(error !== null && !reportsUsage(generation) && { inputTokenEstimate: null, outputTokenEstimate: null }),
  };
}

function givenOfGeneration(given: StoredGeneration, settled: StoredGeneration): GivenFields {
  const { error, duration, inputTokenEstimate, outputTokenEstimate } = given;
  return {
    ...(settled.error !== error && { generationError: error }),
    ...(settled.duration !== duration && { duration }),
    ...(settled.inputTokenEstimate !== inputTokenEstimate && { inputTokenEstimate }),
    ...(settled.outputTokenEstimate !== outputTokenEstimate && { outputTokenEstimate }),
  };
}

/** Returns the values that clients sent. This reverses {@link settleStep}. */
export function givenStep(step: StoredStep): StoredStep {
  const { generation } = step;
  const given = step.given ?? {};
  const { createdAt = step.startTime === null ? step.createdAt : step.receivedAt, error = step.error } = given;
  return { ...step, createdAt, error, generation: generation && givenGeneration(generation, given), given: null };
}

function givenGeneration(generation: StoredGeneration, given: GivenFields): StoredGeneration {
  const { generationError: error = generation.error, duration = generation.duration } = given;
  const { inputTokenEstimate = generation.inputTokenEstimate } = given;
  const { outputTokenEstimate = generation.outputTokenEstimate } = given;
  return { ...generation, error, duration, inputTokenEstimate, outputTokenEstimate };
}

function secondsOf({ startTime, endTime }: StoredStep): number | null {
  return startTime === null || endTime === null ? null : Math.max(endTime - startTime, 0) / 1_000;
}

function reportsUsage({ tokenCount, inputTokenCount, outputTokenCount }: StoredGeneration): boolean {
  return tokenCount !== null || inputTokenCount !== null || outputTokenCount !== null;
}

interface Content {
  readonly input: JsonValue;
  readonly output: JsonValue;
}

/**
 * Copies the input and output of the generation to a step of type `llm`, unless a client gave the step its own. If the
 * generation changes later, the copies change as well, so that the order in which data arrives does not matter.
 */
export function takeContentOfGeneration(before: StoredStep | null, after: StoredStep, write: StepWrite): StoredStep {
  const [known, now] = [contentOf(before), contentOf(after)];
  const of = (field: keyof Content): JsonValue => {
    const isGiven = write[field] !== undefined && write[field] !== null;
    const isOwn = after[field] !== null && !(known[field] !== null && isDeepStrictEqual(after[field], known[field]));
    return isGiven || isOwn ? after[field] : now[field];
  };
  const [input, output] = [of("input"), of("output")];
  return input === after.input && output === after.output ? after : { ...after, input, output };
}

function contentOf(step: StoredStep | null): Content {
  const { messages = null, messageCompletion = null, prompt = null, completion = null } = step?.generation ?? {};
  if (step?.type !== "llm") return { input: null, output: null };
  return {
    input: under("content", messages) ?? under("prompt", prompt),
    output: messageCompletion ?? under("content", completion),
  };
}

function under(key: string, value: JsonValue): JsonValue {
  return value === null ? null : { [key]: value };
}
