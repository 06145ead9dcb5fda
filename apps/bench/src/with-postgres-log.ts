import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";
import { type LogOptions, type SeededLog, withSeededLog } from "./seed-log.ts";
import type { Row } from "./statistics.ts";

/**
 * Runs a measurement with a log in PostgreSQL. Uses the database of the option `databaseUrl`. Without this option,
 * starts a durable PostgreSQL server for the measurement.
 */
export async function withPostgresLog(
  options: LogOptions,
  measure: (log: SeededLog) => Promise<Row[]>,
): Promise<Row[]> {
  if (options.databaseUrl !== undefined) {
    if (options.dataDir === undefined)
      throw new Error("--database-url needs --data-dir, which keeps the state of the log.");
    return withSeededLog(options, measure);
  }
  if (findPostgres() === null) {
    return [{ what: "everything", measured: "PostgreSQL is not installed", target: "(none)", met: true }];
  }
  const postgres = await startPostgres({ durable: true });
  try {
    const databaseUrl = await postgres.createDatabase("log");
    return await withSeededLog({ ...options, dataDir: undefined, databaseUrl }, measure);
  } finally {
    await postgres.stop();
  }
}
