import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDataFolder } from "./config/data-folder.ts";
import { openDiskFileStorage } from "./files/disk-file-storage.ts";
import type { FileStorage } from "./files/file-storage.ts";
import { openSqliteStore } from "./store/sqlite/open-sqlite-store.ts";
import { openThreadedStore } from "./store/sqlite/open-threaded-store.ts";
import type { Store } from "./store/store.ts";

/** Where a server keeps its records and files. */
export interface Storage {
  readonly store: Store;
  readonly files: FileStorage;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Undefined: records in memory, files in a temporary folder that `close` removes. */
  readonly dataDir: string | undefined;
  readonly store: Store | undefined;
  readonly files: FileStorage | undefined;
  readonly now: () => number;
}

/** Opens what is not given. Rejects when the folder, the database or its version is not usable, with nothing left open. */
export async function openStorage({ dataDir, now, ...given }: StorageOptions): Promise<Storage> {
  const data = dataDir === undefined ? null : await prepareDataFolder(dataDir);
  const store = given.store ?? (await openRecords(data?.database, now));
  let temporary: string | null = null;
  const close = async (): Promise<void> => {
    await store.close();
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  };
  try {
    if (!given.files && !data) temporary = await mkdtemp(join(tmpdir(), "threadline-"));
    const files = given.files ?? (await openDiskFileStorage(data?.files ?? temporary ?? ""));
    return { store, files, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Memory belongs to one thread; a file is written by a thread of its own. */
function openRecords(path: string | undefined, now: () => number): Promise<Store> {
  return path === undefined ? openSqliteStore({ path: ":memory:", now }) : openThreadedStore({ path, now });
}
