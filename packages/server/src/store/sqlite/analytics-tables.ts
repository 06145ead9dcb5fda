/**
 * The tables of prices and rollups, and the costs of generations in billionths of a US dollar.
 *
 * `rollups` holds sums over the records created in one hour (`level` 0) or minute (1), whole or by the value of one
 * dimension; texts begin with `=`, the empty text stands for null. `rollupMarks` tells up to which key each table is
 * summed, `rollupChanges` what a changed record before that key was summed as.
 */
export const analyticsTables = `
  CREATE TABLE modelPrices (
    key INTEGER PRIMARY KEY, project INTEGER NOT NULL, id TEXT NOT NULL, createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL, name TEXT, match TEXT NOT NULL, provider TEXT, inputPrice REAL NOT NULL,
    outputPrice REAL NOT NULL, cachedInputPrice REAL, cacheWritePrice REAL, reasoningPrice REAL, validFrom INTEGER,
    validTo INTEGER, UNIQUE (project, id)
  );
  CREATE TABLE repricings (project INTEGER PRIMARY KEY, after INTEGER NOT NULL);

  CREATE TABLE rollups (
    project INTEGER NOT NULL, level INTEGER NOT NULL, dimension INTEGER NOT NULL, bucket INTEGER NOT NULL,
    environment TEXT NOT NULL, value TEXT NOT NULL, steps INTEGER NOT NULL, runs INTEGER NOT NULL,
    errors INTEGER NOT NULL, generations INTEGER NOT NULL, generationErrors INTEGER NOT NULL, tokens INTEGER NOT NULL,
    inputTokens INTEGER NOT NULL, outputTokens INTEGER NOT NULL, cost INTEGER NOT NULL, costed INTEGER NOT NULL,
    threads INTEGER NOT NULL, scores INTEGER NOT NULL, scoreSum REAL NOT NULL, latencies BLOB, durations BLOB,
    firstTokens BLOB, PRIMARY KEY (project, level, dimension, bucket, environment, value)
  ) WITHOUT ROWID;
  CREATE TABLE rollupMarks (name TEXT PRIMARY KEY, key INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE rollupChanges (
    kind TEXT NOT NULL, record INTEGER NOT NULL, fact TEXT, PRIMARY KEY (kind, record)
  ) WITHOUT ROWID;
`;
