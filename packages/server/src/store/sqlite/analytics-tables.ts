/**
 * The tables of rollups and of projects whose costs follow a change of prices, and the costs of generations in billionths of a US dollar.
 *
 * `rollups` holds sums over the records created in one hour (`level` 0) or minute (1), whole or by the value of one
 * dimension; texts begin with `=`, the empty text stands for null. `rollup_marks` tells up to which key each table is
 * summed, `rollup_changes` what a changed record before that key was summed as.
 */
export const analyticsTables = `
  CREATE TABLE repricings (project_id INTEGER PRIMARY KEY, after INTEGER NOT NULL);

  CREATE TABLE rollups (
    project_id INTEGER NOT NULL, level INTEGER NOT NULL, dimension INTEGER NOT NULL, bucket INTEGER NOT NULL,
    environment TEXT NOT NULL, value TEXT NOT NULL, steps INTEGER NOT NULL, runs INTEGER NOT NULL,
    errors INTEGER NOT NULL, generations INTEGER NOT NULL, generation_errors INTEGER NOT NULL, tokens INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost INTEGER NOT NULL, costed INTEGER NOT NULL,
    threads INTEGER NOT NULL, scores INTEGER NOT NULL, score_sum REAL NOT NULL, latencies BLOB, durations BLOB,
    first_tokens BLOB, PRIMARY KEY (project_id, level, dimension, bucket, environment, value)
  ) WITHOUT ROWID;
  CREATE TABLE rollup_marks (name TEXT PRIMARY KEY, key INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE rollup_changes (
    kind TEXT NOT NULL, record INTEGER NOT NULL, fact TEXT, PRIMARY KEY (kind, record)
  ) WITHOUT ROWID;
`;
