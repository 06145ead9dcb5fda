import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { StoreOpenError } from "../store/errors.ts";
import { createPrivately } from "../store/sqlite/open-database.ts";
import type { DataFolder } from "./data-folder.ts";

export interface DataFolderLock {
  /**
   * Writes the id and the host of this process to the file `holder`. A process that cannot get the lock names them in
   * its error message. The file also stays as evidence that the folder has contained a database.
   */
  sign(): void;
  release(): void;
}

const sqliteBusy = 5;

/**
 * Locks a data folder for one service, with an SQLite lock on a separate file. The lock works between containers of one
 * machine, and the operating system releases it when the process ends. Commands take no lock. Throws a {@link
 * StoreOpenError} that names the holder.
 */
export function lockDataFolder({ folder, lock, holder }: DataFolder): DataFolderLock {
  let handle: DatabaseSync | undefined;
  try {
    createPrivately(lock);
    handle = new DatabaseSync(lock, { timeout: 0 });
    handle.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    handle?.close();
    const cause = error as Error; // Node and SQLite throw only errors
    const isBusy = "errcode" in cause && (Number(cause.errcode) & 0xff) === sqliteBusy;
    if (!isBusy) {
      throw new StoreOpenError(`${lock} cannot be opened for writing (${cause.message}). Check path and permissions.`, {
        cause,
      });
    }
    throw new StoreOpenError(
      `Another service uses ${folder}${readHolder(holder)}. Stop it first, or choose another folder with --data-dir.`,
      { cause },
    );
  }
  const held = handle;
  return {
    sign: () => writeFileSync(holder, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 }),
    release: () => held.close(),
  };
}

function readHolder(path: string): string {
  try {
    return ` (${readFileSync(path, "utf8").trim().slice(0, 300)})`;
  } catch {
    return "";
  }
}
