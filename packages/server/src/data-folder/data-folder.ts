import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { incomingFolder } from "../files/disk-file-storage.ts";
import { createFolder } from "../files/create-folder.ts";
import { StoreOpenError } from "../store/errors.ts";

/** Paths in the data folder. A copy of the folder of a stopped service is a full backup. */
export interface DataFolder {
  readonly folder: string;
  readonly database: string;
  readonly files: string;
  readonly lock: string;
  readonly holder: string;
}

/** Returns the layout of a data folder without accessing the disk. */
export function describeDataFolder(folder: string): DataFolder {
  const root = resolve(folder);
  return {
    folder: root,
    database: join(root, "threadline.db"),
    files: join(root, "files"),
    lock: join(root, "threadline.lock"),
    holder: join(root, "threadline.pid"),
  };
}

/**
 * Throws a {@link StoreOpenError} if the database is missing, although the folder contained one before. Otherwise, a
 * new database would be created, and all records would seem to be lost.
 */
export function requireDatabase({ folder, database, files, holder }: DataFolder): void {
  if (existsSync(database)) return;
  const isUsed =
    existsSync(holder) ||
    (existsSync(files) && readdirSync(files).some((name) => join(files, name) !== incomingFolder(files)));
  if (!isUsed) return;
  throw new StoreOpenError(
    `${database} is missing, but ${folder} has files of an earlier start. Restore the database from a backup, or move the folder ` +
      "away to start without records.",
  );
}

/** Creates a missing folder, readable only by its owner. */
export async function prepareDataFolder(folder: string): Promise<DataFolder> {
  const data = describeDataFolder(folder);
  await createFolder(data.folder).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === "EEXIST"
      ? new Error(`The data folder ${data.folder} is a file. Choose a folder with --data-dir.`, { cause })
      : cause;
  });
  return data;
}
