import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { incomingFolder } from "../files/disk-file-storage.ts";
import { createFolder } from "../files/create-folder.ts";
import { StoreOpenError } from "../store/errors.ts";

/** Layout of the data folder. A copy of the folder of a stopped service is a full backup. */
export interface DataFolder {
  readonly folder: string;
  readonly database: string;
  readonly files: string;
  /** Locked by the service that uses the folder. */
  readonly lock: string;
  /** Names the process that locked it last. */
  readonly holder: string;
}

/** The layout of a data folder. Touches no disk. */
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
 * Refuses a folder that had a database and has none now: a new one in its place would look like a loss of all records.
 * Throws a {@link StoreOpenError}.
 */
export function requireDatabase({ folder, database, files, holder }: DataFolder): void {
  if (existsSync(database)) return;
  const isUsed =
    existsSync(holder) ||
    (existsSync(files) && readdirSync(files).some((name) => join(files, name) !== incomingFolder(files)));
  if (!isUsed) return;
  throw new StoreOpenError(
    `${database} is missing, and ${folder} was used before. Restore the database from a backup, or move the whole folder ` +
      "away to start without records.",
  );
}

/** Creates the folder, readable by its owner alone, when it is not there. */
export async function prepareDataFolder(folder: string): Promise<DataFolder> {
  const data = describeDataFolder(folder);
  await createFolder(data.folder).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === "EEXIST"
      ? new Error(`${data.folder} is a file. Choose another data folder.`, { cause })
      : cause;
  });
  return data;
}
