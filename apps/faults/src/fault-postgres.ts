import type { PostgresServer } from "../../../packages/server/test/postgres/launch-postgres.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";

/** A durable PostgreSQL server of our own that may be killed and started again. */
export interface FaultPostgres extends PostgresServer {
  /** Makes an empty database and resolves to its URL. */
  createDatabase(): Promise<string>;
}

export async function startFaultPostgres(): Promise<FaultPostgres> {
  const server = await startPostgres({ durable: true });
  let count = 0;
  return { ...server, createDatabase: () => server.createDatabase(`faults_${(count += 1)}`) };
}
