import type { PostgresServer } from "../../../packages/server/test/postgres/launch-postgres.ts";
import { startPostgres } from "../../../packages/server/test/postgres/postgres-server.ts";

/** A durable PostgreSQL server that may be killed and restarted. */
export interface FaultPostgres extends PostgresServer {
  createDatabase(): Promise<string>;
}

export async function startFaultPostgres(): Promise<FaultPostgres> {
  const server = await startPostgres({ durable: true });
  let count = 0;
  return { ...server, createDatabase: () => server.createDatabase(`faults_${(count += 1)}`) };
}
