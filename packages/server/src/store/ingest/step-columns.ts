import { toJsonText } from "../json-texts.ts";
import { tokenDetailsOf } from "../prices/cost-of.ts";
import { totalTokenCount } from "./merge-step.ts";
import type { StoredGeneration, StoredStep } from "./stored-step.ts";

export interface Columns<Record> {
  readonly [column: string]: (record: Record) => number | string | null;
}

/** Columns of a step without its id, thread and payloads. */
export const stepColumns: Columns<StoredStep> = {
  created_at: ({ createdAt }) => createdAt,
  received_at: ({ receivedAt }) => receivedAt,
  parent_id: ({ parentId }) => parentId,
  root_run_id: ({ rootRunId }) => rootRunId,
  type: ({ type }) => type,
  start_time: ({ startTime }) => startTime,
  start_micros: ({ startMicros }) => startMicros,
  end_time: ({ endTime }) => endTime,
  environment: ({ environment }) => environment,
  api_key_id: ({ apiKeyId }) => apiKeyId,
  name: ({ name }) => name,
  tags: ({ tags }) => toJsonText(tags),
  error: ({ error }) => error,
  given: ({ given }) => toJsonText(given),
};

/**
 * Columns of a generation without its cost and payload. Counts in columns that start with `given_` are those that
 * clients gave.
 */
export const generationColumns: Columns<StoredGeneration> = {
  type: ({ type }) => type,
  provider: ({ provider }) => provider,
  model: ({ model }) => model,
  prompt_id: ({ promptId }) => promptId,
  token_count: totalTokenCount,
  given_token_count: ({ tokenCount }) => tokenCount,
  given_input_token_count: ({ inputTokenCount }) => inputTokenCount,
  given_output_token_count: ({ outputTokenCount }) => outputTokenCount,
  input_token_estimate: ({ inputTokenEstimate }) => inputTokenEstimate,
  output_token_estimate: ({ outputTokenEstimate }) => outputTokenEstimate,
  tt_first_token: ({ ttFirstToken }) => ttFirstToken,
  token_throughput_in_seconds: ({ tokenThroughputInSeconds }) => tokenThroughputInSeconds,
  duration: ({ duration }) => duration,
  tags: ({ tags }) => toJsonText(tags),
  error: ({ error }) => error,
  cached_tokens: (generation) => tokenDetailsOf(generation)?.cachedInput ?? 0,
  cache_write_tokens: (generation) => tokenDetailsOf(generation)?.cacheWrite ?? 0,
  reasoning_tokens: (generation) => tokenDetailsOf(generation)?.reasoning ?? 0,
};

export function valuesOf<Record>(
  columns: Columns<Record>,
  record: Record,
): { readonly [column: string]: number | string | null } {
  const values: { [column: string]: number | string | null } = {};
  for (const [column, read] of Object.entries(columns)) values[column] = read(record);
  return values;
}
