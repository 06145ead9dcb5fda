import type { StepRecord } from "../../steps.ts";
import { toGenerationRecord, toStepRecord as toRecord } from "../merge-step.ts";
import { toStoredGeneration, toStoredStep } from "../stored-step.ts";
import { toGenerationCost } from "../../prices/generation-cost.ts";
import { fromJsonText } from "../../json-texts.ts";
import type { GenerationRecord } from "../../generation-record.ts";
import { contentColumns } from "./packed-payload.ts";
import { UnparsedStep } from "../unparsed-step.ts";

export interface StepRow {
  readonly [column: string]: string | number | null;
  readonly key: number;
  readonly thread: number | null;
}

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
  apiKeyId: "s.api_key_id",
  tags: "s.tags",
  given: "s.given",
  startMicros: "s.start_micros",
  input: contentColumns.input,
  output: contentColumns.output,
  metadata: "p.metadata",
  generation: contentColumns.generation,
  generationType: "g.type",
  provider: "g.provider",
  model: "g.model",
  promptId: "g.prompt_id",
  givenTokenCount: "g.given_token_count",
  givenInputTokenCount: "g.given_input_token_count",
  givenOutputTokenCount: "g.given_output_token_count",
  inputTokenEstimate: "g.input_token_estimate",
  outputTokenEstimate: "g.output_token_estimate",
  ttFirstToken: "g.tt_first_token",
  tokenThroughputInSeconds: "g.token_throughput_in_seconds",
  duration: "g.duration",
  generationTags: "g.tags",
  generationError: "g.error",
  cost: "g.cost",
  costDetails: "g.cost_details",
};

const stepRowColumns: readonly string[] = Object.keys(sources);

/** Selects steps with their payloads and generations. Append a WHERE clause. */
export const selectSteps: string = `
  SELECT ${Object.entries(sources)
    .map(([column, source]) => `${source} AS ${column}`)
    .join(", ")}
  FROM steps s LEFT JOIN threads t ON t.key = s.thread LEFT JOIN step_payloads p ON p.step = s.key
    LEFT JOIN generations g ON g.step = s.key LEFT JOIN generation_payloads q ON q.step = s.key`;

export function toStepRecord(row: StepRow): StepRecord {
  return toRecord(toStoredStep(row), toGenerationCost(row["costDetails"]));
}

/**
 * Values of one step, in the order of the columns that {@link selectSteps} selects. Worker threads exchange steps in
 * this form, because an array is faster to copy than an object.
 */
export type StepCells = readonly (string | number | null)[];

const place = Object.fromEntries(stepRowColumns.map((column, index) => [column, index]));

export function stepOfCells(cells: StepCells): UnparsedStep {
  // The store wrote the columns, so they have the types of the record.
  const cell = <Value>(column: string): Value => cells[place[column] ?? 0] as Value;
  const fields = {
    id: cell<string>("id"),
    createdAt: cell<number>("createdAt"),
    receivedAt: cell<number | null>("receivedAt") ?? cell<number>("createdAt"),
    threadId: cell<string | null>("threadId"),
    parentId: cell<string | null>("parentId"),
    rootRunId: cell<string | null>("rootRunId"),
    type: cell<UnparsedStep["type"]>("type"),
    name: cell<string | null>("name"),
    startTime: cell<number | null>("startTime"),
    endTime: cell<number | null>("endTime"),
    error: cell<string | null>("error"),
    environment: cell<string | null>("environment"),
    apiKeyId: cell<string | null>("apiKeyId"),
    tags: fromJsonText<readonly string[] | null>(cell("tags")),
  };
  const texts = {
    input: cell<string | null>("input"),
    output: cell<string | null>("output"),
    metadata: cell<string | null>("metadata"),
  };
  const generationText = cell<string | null>("generation");
  return new UnparsedStep(fields, texts, { bytes: generationText?.length ?? 0, parse: () => generationOf(cells) });
}

function generationOf(cells: StepCells): GenerationRecord | null {
  const row = Object.fromEntries(stepRowColumns.map((column, index) => [column, cells[index]]));
  const generation = toStoredGeneration(row);
  return generation && toGenerationRecord(generation, toGenerationCost(row["costDetails"]));
}
