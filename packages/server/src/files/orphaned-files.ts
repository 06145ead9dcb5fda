import type { Logger } from "pino";
import type { Store } from "../store/store.ts";
import type { FileStorage } from "./file-storage.ts";

const batchSize = 100;
const retryTime = 60_000;
const lookEvery = 3_600_000;

export interface OrphanedFiles {
  /** Starts deleting files, unless that is already running. */
  remove(): void;
  close(): Promise<void>;
}

/**
 * Creates the background work that deletes files without records. It deletes a file from the storage first, and the
 * entry in the store afterwards. If the process crashes in between, the entry remains, so the file is deleted again
 * later.
 */
export function createOrphanedFiles(options: {
  readonly store: Store;
  readonly storage: FileStorage;
  readonly log: Logger;
}): OrphanedFiles {
  const { store, storage, log } = options;
  let isClosed = false;
  let isAsked = false;
  let work: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const looks = setInterval(() => remove(), lookEvery).unref();

  async function removeSome(): Promise<boolean> {
    const keys = await store.files.leftOver(batchSize);
    const gone: string[] = [];
    for (const key of keys) {
      if (isClosed) break;
      // oxlint-disable-next-line no-await-in-loop -- not urgent, and requests need the disk
      await storage.delete(key);
      gone.push(key);
    }
    if (gone.length > 0) await store.files.forgetLeftOver(gone);
    return keys.length > 0 && !isClosed;
  }

  async function removeAll(): Promise<void> {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      while (isAsked || (await removeSome())) isAsked = false;
    } catch (error) {
      log.error({ err: error }, "could not remove the content of deleted files; retrying");
      timer ??= setTimeout(() => {
        timer = undefined;
        remove();
      }, retryTime).unref();
    } finally {
      work = undefined;
    }
  }

  function remove(): void {
    if (isClosed) return;
    isAsked = true;
    work ??= removeAll();
  }

  return {
    remove,
    async close() {
      isClosed = true;
      isAsked = false;
      clearTimeout(timer);
      clearInterval(looks);
      await work;
    },
  };
}
