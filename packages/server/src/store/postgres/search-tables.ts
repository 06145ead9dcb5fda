import { restPartition } from "./partitioned-tables.ts";
import { secure } from "../schema/create-table.ts";

/**
 * The index over payloads. `search_segments` holds what it knows of some thousand steps each, as numbers without a text;
 * `period` is the newest of its steps. `search_queue` holds, a row for each write, the keys of the steps that the index does
 * not hold in their present form (`is_lost` false), and of those whose former text some segment may hold (true).
 */
export const searchTables: readonly string[] = [
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
  // So that a piece of them can be read alone.
  ...["steps", "starts", "postings", "columns"].map(
    (column) => `ALTER TABLE search_segments ALTER COLUMN ${column} SET STORAGE EXTERNAL`,
  ),
  ...restPartition("search_segments"),
  ...secure("search_queue", "search_segments"),
];
