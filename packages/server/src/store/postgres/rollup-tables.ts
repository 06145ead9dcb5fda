import { secure } from "../schema/create-table.ts";

/**
 * Sums over time. `rollups` holds those of the records created in one hour (`level` 0) or minute (1), whole or by the
 * value of one dimension; texts begin with `=`, the empty text stands for null. `rollup_queue` holds what changed and is
 * not summed yet: the facts of records that one write brought with a weight of 1, of those that it took away with -1, as a
 * JSON array of arrays. `rollup_marks` tells from which minute on there are sums of minutes.
 */
export const rollupTables: readonly string[] = [
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
  // They live for a second: to compress them costs more than to write them.
  "ALTER TABLE rollup_queue ALTER COLUMN facts SET STORAGE EXTERNAL",
  "CREATE TABLE rollup_marks (project_id bigint PRIMARY KEY, minutes_from bigint NOT NULL)",
  ...secure("rollups", "rollup_queue"),
];
