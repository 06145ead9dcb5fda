import { isDeepStrictEqual } from "node:util";
import { takeContentOfGeneration, givenStep, settleStep } from "./settle-step.ts";
import type { GenerationRecord, GenerationWrite } from "../generation-record.ts";
import type { GenerationCost } from "../prices.ts";
import type { StepRecord, StepWrite } from "../steps.ts";
import type { StoredGeneration, StoredStep } from "./stored-step.ts";
import { tokenDetailsOf } from "../prices/cost-of.ts";

const emptyGeneration: StoredGeneration = {
  type: "CHAT",
  promptId: null,
  provider: null,
  model: null,
  error: null,
  settings: null,
  variables: null,
  tags: null,
  metadata: null,
  tools: null,
  tokenCount: null,
  inputTokenCount: null,
  outputTokenCount: null,
  ttFirstToken: null,
  tokenThroughputInSeconds: null,
  duration: null,
  prompt: null,
  completion: null,
  messages: null,
  messageCompletion: null,
  inputTokenEstimate: null,
  outputTokenEstimate: null,
};

const emptyStep: Omit<StoredStep, "id" | "createdAt" | "receivedAt" | "apiKeyId"> = {
  threadId: null,
  parentId: null,
  rootRunId: null,
  type: "undefined",
  name: null,
  startTime: null,
  endTime: null,
  error: null,
  environment: null,
  tags: null,
  input: null,
  output: null,
  metadata: null,
  generation: null,
  given: null,
  startMicros: 0,
};

export function isAsExpected({ metadata }: StoredStep, { ifMetadata }: StepWrite): boolean {
  return ifMetadata === undefined || isDeepStrictEqual(metadata, ifMetadata);
}

/** Merges a write into a step. Given fields overwrite, absent fields stay, and null clears a field. */
export function mergeStep(existing: StoredStep | null, write: StepWrite): StoredStep {
  const before = existing && givenStep(existing);
  const { receivedAt = write.createdAt, apiKeyId = null } = write;
  const base = before ?? { ...emptyStep, id: write.id, createdAt: write.createdAt, receivedAt, apiKeyId };
  const merged = overlay(base, {
    ...write,
    id: undefined,
    createdAt: write.createdAt === receivedAt ? undefined : write.createdAt,
    receivedAt: undefined,
    apiKeyId: undefined,
    generation: undefined,
    given: undefined,
    // If the write has another start time without microseconds, the stored microseconds are cleared, because they
    // belong to the previous start time.
    startMicros: write.startMicros ?? (isOtherStart(base, write) ? 0 : undefined),
  });
  const step: StoredStep = {
    ...merged,
    type: merged.type ?? "undefined",
    generation:
      write.generation === undefined || write.generation === null
        ? write.generation === null
          ? null
          : base.generation
        : mergeGeneration(base.generation, write.generation),
  };
  const settled = settleStep(write.takesContentOfGeneration ? takeContentOfGeneration(before, step, write) : step);
  // An unchanged generation stays the same object, so that its payload is not stored again.
  const known = existing?.generation ?? null;
  return known !== null && settled.generation !== null && hasSameFields(known, settled.generation)
    ? { ...settled, generation: known }
    : settled;
}

function isOtherStart({ startTime }: Pick<StoredStep, "startTime">, write: StepWrite): boolean {
  return write.startTime !== undefined && write.startTime !== startTime;
}

function hasSameFields(one: StoredGeneration, other: StoredGeneration): boolean {
  return (Object.keys(one) as (keyof StoredGeneration)[]).every((field) => one[field] === other[field]);
}

function mergeGeneration(existing: StoredGeneration | null, write: GenerationWrite): StoredGeneration {
  const merged = overlay(existing ?? emptyGeneration, write);
  return { ...merged, type: merged.type ?? "CHAT" };
}

export function toStepRecord(
  { given: _given, startMicros: _micros, ...step }: StoredStep,
  cost: GenerationCost | null,
): StepRecord {
  return { ...step, generation: step.generation && toGenerationRecord(step.generation, cost) };
}

export function toGenerationRecord(
  stored: StoredGeneration,
  costDetails: GenerationCost | null = null,
): GenerationRecord {
  const { inputTokenEstimate, outputTokenEstimate, ...fields } = stored;
  const inputTokenCount = stored.inputTokenCount ?? inputTokenEstimate;
  const outputTokenCount = stored.outputTokenCount ?? outputTokenEstimate;
  return {
    ...fields,
    inputTokenCount,
    outputTokenCount,
    tokenCount: totalTokenCount(stored),
    tokenDetails: tokenDetailsOf(stored),
    cost: costDetails?.total ?? null,
    costDetails,
    tokenCountEstimated: inputTokenCount !== stored.inputTokenCount || outputTokenCount !== stored.outputTokenCount,
  };
}

/**
 * Returns the token count that the client gave, or else the sum of the input and output tokens. Null if neither is
 * known.
 */
export function totalTokenCount(stored: StoredGeneration): number | null {
  if (stored.tokenCount !== null) return stored.tokenCount;
  const input = stored.inputTokenCount ?? stored.inputTokenEstimate;
  const output = stored.outputTokenCount ?? stored.outputTokenEstimate;
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}

export function overlay<Base extends object>(
  base: Base,
  write: { readonly [Field in keyof Base]?: Base[Field] | null | undefined },
): Base {
  const merged = { ...base };
  for (const field of Object.keys(base) as (keyof Base)[]) {
    const value = write[field];
    // The cast ignores that `value` may be null for a field that must not be null. In this case, the caller replaces
    // null with the default of the field.
    if (value !== undefined) merged[field] = value as Base[keyof Base];
  }
  return merged;
}
