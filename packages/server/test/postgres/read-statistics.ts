import { expect } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";
import type { PostgresTests } from "./describe-postgres.ts";

/** PostgreSQL's statistics of a partition of the payloads. */
export interface PartitionReads {
  readonly name: string;
  readonly scans: number;
  /** Number of rows that were read, including rows that a filter then left out. */
  readonly rows: number;
}

/** Counts the reads of each partition of the payloads while a new read-only store is open and is read. */
export async function countReads(
  { server }: PostgresTests,
  options: {
    readonly database: string;
    readonly now?: () => number;
    readonly read: (store: Store) => Promise<unknown>;
  },
): Promise<readonly PartitionReads[]> {
  const { database, now, read } = options;
  // A connection reports its reads when its process ends, shortly after the connection was closed.
  const isUnused = `SELECT count(*)::int AS connections FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  const unused = (): Promise<void> =>
    expect.poll(() => server.administer(isUnused, database), { timeout: 30_000 }).toEqual([{ connections: 0 }]);
  await unused();
  await server.administer("SELECT pg_stat_reset()", database);
  // A writing store would also scan the tables in the background.
  const store = await openPostgresStore({
    url: server.url(database),
    readOnly: true,
    poolSize: 2,
    ...(now && { now }),
  });
  await read(store).finally(() => store.close());
  await unused();
  const reads = await server.administer(
    `SELECT relname AS name, (seq_scan + coalesce(idx_scan, 0))::int AS scans,
       (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
     FROM pg_stat_user_tables WHERE relname LIKE 'step_payloads_%' ORDER BY 1`,
    database,
  );
  return reads as readonly PartitionReads[];
}
