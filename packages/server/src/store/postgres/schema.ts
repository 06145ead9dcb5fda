import { allTables } from "../schema/tables.ts";
import { createTable, secure } from "../schema/create-table.ts";
import { lockNumbers } from "../session/session.ts";
import { restPartition } from "../upkeep/postgres/partitioned-tables.ts";
import { backlogFunction } from "./read-backlog.ts";
import { recordTables } from "./record-tables.ts";

/**
 * `repricings` contains the progress of updating costs after price changes. `version` is the number of price changes of
 * a project. `after` is the key of the last step whose cost was updated; null if all costs are up to date.
 */
const priceTables: readonly string[] = [
  "CREATE TABLE repricings (project_id bigint PRIMARY KEY, version bigint NOT NULL, after bigint)",
  // Blocks price changes until the transaction ends, and returns the `version`. The function has two statements,
  // because a single statement could read a `version` from before the lock was acquired.
  `CREATE FUNCTION threadline_hold_prices(project bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${lockNumbers.prices}, (project % 2147483648)::int);
    RETURN coalesce((SELECT version FROM repricings WHERE project_id = project), 0);
  END $$`,
];

/**
 * Tables of the rollups:
 *
 * - `rollups`: totals for one hour (`level` 0) or one minute (`level` 1). A row counts all records, or only the records
 *   with one `value` of a dimension. In the columns `value` and `environment`, texts start with `=`, and the empty text
 *   means null.
 * - `rollup_queue`: changes that are not in `rollups` yet. `facts` is a JSON text with the counted values of the
 *   records. `weight` is 1 for added records and -1 for removed records.
 * - `rollup_marks`: first minute that has minute rollups.
 */
const rollupTables: readonly string[] = [
  `CREATE TABLE rollups (
    project_id bigint NOT NULL, level smallint NOT NULL, dimension smallint NOT NULL, bucket bigint NOT NULL,
    environment text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL, steps double precision NOT NULL,
    runs double precision NOT NULL, errors double precision NOT NULL, generations double precision NOT NULL,
    generation_errors double precision NOT NULL, tokens double precision NOT NULL,
    input_tokens double precision NOT NULL, output_tokens double precision NOT NULL, cost double precision NOT NULL,
    costed double precision NOT NULL, threads double precision NOT NULL, scores double precision NOT NULL,
    score_sum double precision NOT NULL, latencies bytea, durations bytea, first_tokens bytea,
    PRIMARY KEY (project_id, level, dimension, bucket, environment, value)
  )`,
  `CREATE TABLE rollup_queue (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, kind text NOT NULL, weight smallint NOT NULL,
    records integer NOT NULL, facts text NOT NULL, PRIMARY KEY (project_id, key)
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  // Rows are deleted after about a second, so compressing them would cost more than it saves.
  "ALTER TABLE rollup_queue ALTER COLUMN facts SET STORAGE EXTERNAL",
  "CREATE TABLE rollup_marks (project_id bigint PRIMARY KEY, minutes_from bigint NOT NULL)",
  ...secure("rollups", "rollup_queue"),
];

/**
 * Index of payloads:
 *
 * - `search_segments`: each row is the index of a few thousand steps. It contains hashes instead of the text. `period`
 *   is the day of the newest step.
 * - `search_queue`: each row contains the keys of the steps of one write. If `is_lost` is false, these steps are not
 *   indexed yet. If `is_lost` is true, text was removed from these steps, but the index may still contain it.
 */
const searchTables: readonly string[] = [
  `CREATE TABLE search_queue (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, is_lost boolean NOT NULL, steps bytea NOT NULL,
    queued_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (project_id, key)
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,
  `CREATE TABLE search_segments (
    project_id bigint NOT NULL, key bigint NOT NULL, period integer NOT NULL, first_step bigint NOT NULL,
    last_step bigint NOT NULL, steps bytea NOT NULL, starts bytea NOT NULL, postings bytea NOT NULL, paths text NOT NULL,
    columns bytea NOT NULL,
    PRIMARY KEY (project_id, key, period)
  ) PARTITION BY RANGE (period)`,
  // Uncompressed, so that a part of a value can be read alone.
  ...["steps", "starts", "postings", "columns"].map(
    (column) => `ALTER TABLE search_segments ALTER COLUMN ${column} SET STORAGE EXTERNAL`,
  ),
  ...restPartition("search_segments"),
  ...secure("search_queue", "search_segments"),
];

/**
 * Statements that create a new database. Columns have the names of API fields in snake_case. `key` is the order of
 * insertion, and `project_id` is the key of the project. Each key and constraint starts with `project_id`, so that
 * Citus can distribute the tables by it. Texts are compared by their bytes. JSON is stored as text, which keeps NUL and
 * lone surrogates as escapes.
 */
export const creation: readonly string[] = [
  ...recordTables,
  ...priceTables,
  ...rollupTables,
  ...searchTables,
  backlogFunction,
  ...allTables.flatMap((table) => createTable(table, "postgres")),
  "CREATE INDEX threads_by_duration ON threads (project_id, (last_end - first_start), key)",
  "CREATE INDEX threads_by_user ON threads (project_id, user_id, last_activity) WHERE user_id IS NOT NULL",
];
