import type { StepRecord } from "../steps.ts";
import { toStepRecord as toRecord, totalTokenCount } from "../merge-step.ts";
import type { StoredGeneration, StoredStep } from "../stored-step.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import { storedStepFields } from "../stored-step-fields.ts";
import type { Parameter } from "./database.ts";
import { toGenerationCost } from "../generation-cost.ts";
import { fromJsonText, toJsonText } from "../json-texts.ts";
import { tokenDetailsOf } from "../token-usage.ts";

/** A step with everything that belongs to it, as one joined row. */
export interface StepRow {
  readonly [column: string]: string | number | null;
  readonly key: number;
  readonly thread: number | null;
}

const generationColumns = [
  "type",
  "provider",
  "model",
  "promptId",
  "givenTokenCount",
  "givenInputTokenCount",
  "givenOutputTokenCount",
  "inputTokenEstimate",
  "outputTokenEstimate",
  "ttFirstToken",
  "tokenThroughputInSeconds",
  "duration",
  "tags",
  "error",
  "cost",
  "costDetails",
];

/** Where the columns of a whole step are read, in their order. */
const sources: { readonly [column: string]: string } = {
  key: "s.key",
  thread: "s.thread",
  id: "s.id",
  createdAt: "s.created_at",
  receivedAt: "s.received_at",
  threadId: "t.id",
  parentId: "s.parent_id",
  rootRunId: "s.root_run_id",
  type: "s.type",
  name: "s.name",
  startTime: "s.start_time",
  endTime: "s.end_time",
  error: "s.error",
  environment: "s.environment",
  tags: "s.tags",
  given: "s.given",
  startMicros: "s.start_micros",
  input: "p.input",
  output: "p.output",
  metadata: "p.metadata",
  generationPayload: "q.payload",
  ...Object.fromEntries(generationColumns.map((column) => [`generation_${column}`, `g.${toSnakeCase(column)}`])),
};

/** The columns of `selectSteps`, in their order. */
export const stepRowColumns: readonly string[] = Object.keys(sources);

/** Selects whole steps; a WHERE follows. */
export const selectSteps: string = `
  SELECT ${Object.entries(sources)
    .map(([column, source]) => `${source} AS ${column}`)
    .join(", ")}
  FROM steps s LEFT JOIN threads t ON t.key = s.thread LEFT JOIN step_payloads p ON p.step = s.key
    LEFT JOIN generations g ON g.step = s.key LEFT JOIN generation_payloads q ON q.step = s.key`;

export function toStoredStep(row: StepRow): StoredStep {
  return {
    ...storedStepFields(row),
    generation: row["generation_type"] === null ? null : toStoredGeneration(row),
  };
}

export function toStepRecord(row: StepRow): StepRecord {
  return toRecord(toStoredStep(row), toGenerationCost(row["generation_costDetails"]));
}

function toStoredGeneration(row: StepRow): StoredGeneration {
  return {
    ...fromJsonText<object>(row["generationPayload"] ?? null),
    type: row["generation_type"],
    promptId: row["generation_promptId"],
    provider: row["generation_provider"],
    model: row["generation_model"],
    error: row["generation_error"],
    tags: fromJsonText(row["generation_tags"]),
    tokenCount: row["generation_givenTokenCount"],
    inputTokenCount: row["generation_givenInputTokenCount"],
    outputTokenCount: row["generation_givenOutputTokenCount"],
    inputTokenEstimate: row["generation_inputTokenEstimate"],
    outputTokenEstimate: row["generation_outputTokenEstimate"],
    ttFirstToken: row["generation_ttFirstToken"],
    tokenThroughputInSeconds: row["generation_tokenThroughputInSeconds"],
    duration: row["generation_duration"],
  } as StoredGeneration;
}

/** The searchable columns of a step, without its thread. */
export function stepColumns(step: StoredStep): Record<string, Parameter> {
  const { createdAt, receivedAt, parentId, rootRunId, type, name, startTime, endTime, environment, error } = step;
  const [tags, given] = [toJsonText(step.tags), toJsonText(step.given)];
  const times = { createdAt, receivedAt, startTime, startMicros: step.startMicros, endTime };
  return { ...times, parentId, rootRunId, type, name, environment, tags, error, given };
}

/** The searchable columns of a generation. */
export function generationColumnsOf(generation: StoredGeneration): Record<string, Parameter> {
  const { type, provider, model, promptId, inputTokenEstimate, outputTokenEstimate } = generation;
  const { cachedInput, cacheWrite, reasoning } = tokenDetailsOf(generation) ?? noDetails;
  const { ttFirstToken, tokenThroughputInSeconds, duration, error } = generation;
  return {
    type,
    provider,
    model,
    promptId,
    inputTokenEstimate,
    outputTokenEstimate,
    ttFirstToken,
    tokenThroughputInSeconds,
    duration,
    error,
    tokenCount: totalTokenCount(generation),
    givenTokenCount: generation.tokenCount,
    givenInputTokenCount: generation.inputTokenCount,
    givenOutputTokenCount: generation.outputTokenCount,
    tags: toJsonText(generation.tags),
    cachedTokens: cachedInput,
    cacheWriteTokens: cacheWrite,
    reasoningTokens: reasoning,
  };
}

const noDetails = { cachedInput: 0, cacheWrite: 0, reasoning: 0 };
