import { jsonFunctions } from "../lists/postgres/json-path.ts";
import { restPartition } from "../upkeep/postgres/partitioned-tables.ts";
import { secure } from "../schema/create-table.ts";

/**
 * Tables of recorded data. A generation is stored in the row of its step. Payloads are in `step_payloads`. Each index
 * for a list ends with the columns by which the list is ordered.
 */
export const recordTables: readonly string[] = [
  ...jsonFunctions,
  `CREATE TABLE steps (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, thread_id text COLLATE "C", parent_id text COLLATE "C", root_run_id text COLLATE "C",
    type text COLLATE "C" NOT NULL, start_time bigint, end_time bigint, environment text COLLATE "C",
    name text COLLATE "C", tags text, error text COLLATE "C", participant text COLLATE "C",
    generation_type text COLLATE "C", provider text COLLATE "C", model text COLLATE "C", prompt_id text COLLATE "C",
    token_count double precision, given_token_count double precision, given_input_token_count double precision,
    given_output_token_count double precision, input_token_estimate double precision,
    output_token_estimate double precision, tt_first_token double precision,
    token_throughput_in_seconds double precision, duration double precision, generation_tags text,
    generation_error text COLLATE "C", cost double precision, cost_details text,
    cached_tokens double precision NOT NULL DEFAULT 0, cache_write_tokens double precision NOT NULL DEFAULT 0,
    reasoning_tokens double precision NOT NULL DEFAULT 0, period integer NOT NULL, given text, received_at bigint,
    start_micros smallint NOT NULL DEFAULT 0, api_key_id text COLLATE "C", PRIMARY KEY (project_id, id),
    UNIQUE (project_id, key)
  )`,
  "CREATE INDEX steps_by_creation ON steps (project_id, created_at, key)",
  "CREATE INDEX steps_by_duration ON steps (project_id, (end_time - start_time), key)",
  "CREATE INDEX runs_by_duration ON steps (project_id, (end_time - start_time), key) WHERE type = 'run'",
  "CREATE INDEX steps_by_thread ON steps (project_id, thread_id, created_at) WHERE thread_id IS NOT NULL",
  "CREATE INDEX steps_by_parent ON steps (project_id, parent_id) WHERE parent_id IS NOT NULL",
  "CREATE INDEX steps_by_root_run ON steps (project_id, root_run_id) WHERE root_run_id IS NOT NULL",
  "CREATE INDEX steps_by_type ON steps (project_id, type, created_at)",
  "CREATE INDEX steps_by_name ON steps (project_id, name, created_at)",
  "CREATE INDEX steps_by_environment ON steps (project_id, environment, created_at)",
  "CREATE INDEX steps_by_time ON steps USING brin (project_id, start_time, end_time)",
  "CREATE INDEX steps_with_error ON steps (project_id, created_at) WHERE error IS NOT NULL",
  "CREATE INDEX step_errors_by_thread ON steps (project_id, thread_id) WHERE error IS NOT NULL",
  ...["provider", "model", "participant"].map(
    (column) => `CREATE INDEX steps_by_${column} ON steps (project_id, ${column}, key) WHERE ${column} IS NOT NULL`,
  ),
  ...["created_at", "token_count", "duration", "cost"].map(
    (column) =>
      `CREATE INDEX generations_by_${column} ON steps (project_id, ${column}, key) WHERE generation_type IS NOT NULL`,
  ),
  "CREATE INDEX generations_by_prompt ON steps (project_id, prompt_id, created_at) WHERE prompt_id IS NOT NULL",
  "CREATE INDEX generations_with_error ON steps (project_id, created_at) WHERE generation_error IS NOT NULL",

  // The sums over a step and its descendants change often, and have a table of their own. If they were columns of
  // `steps`, each change would write to all indexes of `steps`.
  `CREATE TABLE step_usages (
    project_id bigint NOT NULL, step bigint NOT NULL, is_run boolean NOT NULL, token_count double precision,
    counted_steps integer NOT NULL,
    cost double precision, priced_steps integer NOT NULL, PRIMARY KEY (project_id, step)
  )`,
  "CREATE INDEX step_usages_by_token_count ON step_usages (project_id, token_count, step)",
  "CREATE INDEX step_usages_by_cost ON step_usages (project_id, cost, step)",
  "CREATE INDEX run_usages_by_token_count ON step_usages (project_id, token_count, step) WHERE is_run",
  "CREATE INDEX run_usages_by_cost ON step_usages (project_id, cost, step) WHERE is_run",

  `CREATE TABLE step_payloads (
    project_id bigint NOT NULL, step bigint NOT NULL, period integer NOT NULL, metadata text, input text, output text,
    generation text, content text, PRIMARY KEY (project_id, step, period)
  ) PARTITION BY RANGE (period)`,
  ...restPartition("step_payloads"),

  ...secure("steps", "step_usages", "step_payloads"),
];
