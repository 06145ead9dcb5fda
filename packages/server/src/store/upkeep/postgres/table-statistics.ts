import { BackgroundWork } from "../../background-work.ts";
import type { Database } from "../../session/postgres/database.ts";

/** Delay of a check after a write, in milliseconds; it doubles with each check. */
const firstDelay = 1_000;
const maxDelay = 60_000;
/** Size in bytes from which a table needs statistics. */
const minSize = 65_536;
/** Growth of a partitioned table after which it is analyzed again. */
const growth = 2;

/**
 * Own tables with records that were never analyzed, and partitioned tables that grew: autovacuum analyzes only their
 * partitions. On the coordinator of Citus, distributed tables are empty.
 */
const unanalyzed = `
 SELECT c.oid::regclass::text AS name FROM pg_class c
 CROSS JOIN LATERAL (
   SELECT sum(pg_relation_size(p.oid)) AS size, sum(p.reltuples) FILTER (WHERE p.oid <> c.oid) AS records FROM pg_class p
   WHERE p.oid = c.oid OR p.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid)
 ) total
 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   AND pg_has_role(c.relowner, 'USAGE') AND total.size >= ${minSize}
   AND (c.reltuples < 0 OR total.records >= c.reltuples * ${growth})
 ORDER BY c.relname`;

/**
 * Analyzes tables soon after their first records. Until then, the planner expects that a project has one row, and plans
 * loops that compare each record with all others. Autovacuum takes up to a minute.
 */
export class TableStatistics {
  readonly #database: Database;
  readonly #work: BackgroundWork;
  #delay = firstDelay;

  constructor({ database, onError }: { readonly database: Database; readonly onError: (error: Error) => void }) {
    this.#database = database;
    this.#work = new BackgroundWork({
      name: "table statistics",
      work: () => this.#look(),
      retryTime: maxDelay,
      onError,
    });
  }

  /** Checks the tables soon after a write. */
  touch(): void {
    this.#work.wake(this.#delay);
  }

  close(): Promise<void> {
    return this.#work.close();
  }

  async #look(): Promise<null> {
    this.#delay = Math.min(this.#delay * 2, maxDelay);
    // Without a project, each statement is a transaction. ANALYZE blocks neither readers nor writers.
    await this.#database.read(null, async (session) => {
      for (const { name } of await session.all<{ name: string }>(unanalyzed)) {
        if (this.#work.isClosed) return;
        // Skips a table that another server analyzes.
        // oxlint-disable-next-line no-await-in-loop -- one table after the other
        await session.run(`ANALYZE (SKIP_LOCKED) ${name}`);
      }
    });
    return null;
  }
}
