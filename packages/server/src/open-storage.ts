import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DataFolder, prepareDataFolder, requireDatabase } from "./data-folder/data-folder.ts";
import { lockDataFolder } from "./data-folder/data-folder-lock.ts";
import { openDiskFileStorage } from "./files/disk-file-storage.ts";
import type { FileStorage } from "./files/file-storage.ts";
import type { S3Credentials } from "./config/s3-credentials.ts";
import type { ChangeFeed } from "./live/change-feed.ts";
import { openSqliteStore } from "./store/sqlite/open-sqlite-store.ts";
import { openThreadedStore } from "./store/sqlite/open-threaded-store.ts";
import type { Store } from "./store/store.ts";

/** Options of a PostgreSQL database. Any number of servers can share it. */
export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. If undefined, records are in the data folder or in memory. */
  readonly databaseUrl?: string | undefined;
  readonly databaseConnections?: number | undefined;
  readonly databasePooler?: boolean | undefined;
}

/** Options of an S3 bucket. Any number of servers can share it. */
export interface FilesOptions {
  /** `s3://bucket/prefix?endpoint=...&region=...`. If undefined, files are in the data folder. */
  readonly filesUrl?: string | undefined;
  readonly s3Credentials?: S3Credentials | undefined;
}

export interface Storage {
  readonly store: Store;
  readonly files: FileStorage;
  /**
   * Reports changes that other servers make to the same records. Undefined for the embedded store, which no other
   * server uses, and behind a connection pooler, where notifications would be lost.
   */
  readonly feed?: ChangeFeed | undefined;
  close(): Promise<void>;
}

export interface StorageOptions extends DatabaseOptions, FilesOptions {
  /** If undefined, records are in memory, and files in a temporary folder that `close` deletes. */
  readonly dataDir: string | undefined;
  readonly store: Store | undefined;
  readonly files: FileStorage | undefined;
  readonly now: () => number;
  /** Unlimited if undefined. */
  readonly retentionDays?: number | undefined;
  /** Called with background errors, after which the work is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Called when writes are no longer possible, so that the process should stop. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  /** Called at startup with warnings about the database configuration, each with a remedy. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

interface Records {
  readonly store: Store;
  readonly feed?: ChangeFeed | undefined;
  close(): Promise<void>;
}

/**
 * Opens the record store and the file storage, unless they are in the options. If either cannot be used, closes both
 * and rejects.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, ...given } = options;
  const data = dataDir === undefined ? null : await prepareDataFolder(dataDir);
  const isEmbedded = options.store === undefined && options.databaseUrl === undefined;
  const records = data !== null && isEmbedded ? await openLocked(data, options) : await openRecords(undefined, options);
  let temporary: string | null = null;
  const close = async (): Promise<void> => {
    await records.close();
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  };
  try {
    const isElsewhere = given.files !== undefined || given.filesUrl !== undefined;
    if (!isElsewhere && !data) temporary = await mkdtemp(join(tmpdir(), "threadline-"));
    const files = given.files ?? (await openFiles(data?.files ?? temporary ?? "", given));
    return { store: records.store, feed: records.feed, files, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the configured bucket, or the folder if no bucket is configured. The code for buckets is loaded on demand. */
export async function openFiles(folder: string, options: FilesOptions): Promise<FileStorage> {
  const { filesUrl: url, s3Credentials: credentials } = options;
  if (url === undefined) return openDiskFileStorage(folder);
  const { openS3FileStorage } = await import("./files/s3-file-storage.ts");
  return openS3FileStorage({ url, credentials });
}

/** Opens the database of a folder and locks the folder, because only one service may use it. */
async function openLocked(data: DataFolder, options: StorageOptions): Promise<Records> {
  const lock = lockDataFolder(data);
  try {
    requireDatabase(data);
    const { store } = await openRecords(data.database, options);
    lock.sign();
    return {
      store,
      async close() {
        try {
          await store.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the record store. With a `path`, a separate thread writes the database file. Without a `path`, the database is
 * in memory, and is used in this thread.
 */
async function openRecords(path: string | undefined, options: StorageOptions): Promise<Records> {
  if (options.store === undefined && options.databaseUrl !== undefined) {
    return openShared({ ...options, databaseUrl: options.databaseUrl });
  }
  const { now, retentionDays = null, onFailure, onError } = options;
  const store =
    options.store ??
    (path === undefined
      ? await openSqliteStore({ path: ":memory:", now, retentionDays, onError })
      : await openThreadedStore({ path, now, retentionDays, onFailure, onError }));
  return { store, close: () => store.close() };
}

/**
 * Opens the PostgreSQL database, and a connection that listens for changes. Loaded on demand: most installations do not
 * need it.
 */
async function openShared(options: StorageOptions & { readonly databaseUrl: string }): Promise<Records> {
  const { databaseUrl: url, databaseConnections, databasePooler = false, now, onError = () => {} } = options;
  const { retentionDays = null, onFailure, onWarning } = options;
  const [{ openPostgresStore }, { openThreadedPostgresStore }, { PostgresChangeFeed }] = await Promise.all([
    import("./store/postgres/open-postgres-store.ts"),
    import("./store/postgres/open-threaded-postgres-store.ts"),
    import("./live/postgres-change-feed.ts"),
  ]);
  const preparedStatements = databasePooler ? 0 : undefined;
  const common = { url, poolSize: databaseConnections, preparedStatements, retentionDays, onError, onWarning };
  // The store runs in a separate thread if it uses the system clock. A thread cannot be given the function of any other
  // clock, so with another clock, the store runs in this thread.
  const store =
    now === Date.now
      ? await openThreadedPostgresStore({ ...common, onFailure })
      : await openPostgresStore({ ...common, now });
  // A pooler gives the connection to other clients between transactions, so notifications would be lost.
  if (databasePooler) return { store, close: () => store.close() };
  const feed = new PostgresChangeFeed({ url, onError });
  await feed.open();
  return {
    store,
    feed,
    async close() {
      await feed.close();
      await store.close();
    },
  };
}
