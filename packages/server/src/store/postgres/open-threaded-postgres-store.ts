import type { IndexingOptions } from "../search/postgres/search-indexer.ts";
import type { Store } from "../store.ts";
import { StoreThread, type StoreThreadListeners } from "../threads/store-thread.ts";
import { withWriter } from "../threads/with-writer.ts";
import type { RetentionDays } from "../upkeep/retention.ts";
import { defaultPoolSize, openPostgresStore } from "./open-postgres-store.ts";

const minConnections = 4;

export interface ThreadedPostgresOptions extends StoreThreadListeners {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Maximum number of connections of this process, for both threads. Default: 10. */
  readonly poolSize?: number | undefined;
  /** Maximum number of prepared statements per connection; 0 behind a pooler without support for them. */
  readonly preparedStatements?: number | undefined;
  /** Retention in days. Null (the default) is unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Timing of indexing. Tests set it, so that payloads are indexed immediately. */
  readonly indexing?: IndexingOptions | undefined;
}

/**
 * Opens the store in a PostgreSQL database. A worker thread writes and does the background work, so that reads are not
 * blocked. Each thread has half of the connections; with fewer than four, one thread does everything. A read sees every
 * write acknowledged before it. Rejects with a `StoreOpenError`.
 */
export async function openThreadedPostgresStore(options: ThreadedPostgresOptions): Promise<Store> {
  const { poolSize = defaultPoolSize, onFailure, onError, onWarning, ...common } = options;
  if (poolSize < minConnections) return openPostgresStore({ ...common, poolSize, onError, onWarning });
  const writing = Math.floor(poolSize / 2);
  const writer = await StoreThread.open(
    { database: "postgres", ...common, poolSize: writing },
    { onFailure, onError, onWarning },
  );
  try {
    const reader = await openPostgresStore({ ...common, poolSize: poolSize - writing, readOnly: true, onError });
    return withWriter(reader, writer);
  } catch (error) {
    await writer.close();
    throw error;
  }
}
