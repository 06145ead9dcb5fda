import { constants } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import { incomingFolder } from "../files/disk-file-storage.ts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";
import { loadDataConfiguration, withStore } from "./with-store.ts";
import type { DataFlags } from "./with-store.ts";

const bucketAdvice = "enable versioning, or copy the bucket with the provider's tools after copying the database.";

/** Copies the data folder, even while a server uses it. Another server can start on the copy. */
export async function backup(folder: string, flags: DataFlags, terminal: Terminal): Promise<void> {
  const { databaseUrl, dataDir, filesUrl } = loadDataConfiguration(flags, terminal.env);
  if (databaseUrl !== undefined) {
    throw new CommandError(
      "Records are stored in PostgreSQL. Back up the database with pg_dump, or with the backups of its provider. " +
        (filesUrl === undefined
          ? `Uploaded files are in ${describeDataFolder(dataDir).files}: copy that folder after the database.`
          : `Uploaded files are in an S3 bucket: ${bucketAdvice}`),
    );
  }
  const copy = describeDataFolder(folder);
  await withStore(flags, terminal, {
    run: async (store, data) => {
      await mkdir(copy.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === "EEXIST"
          ? new CommandError(`${copy.folder} already exists. Choose another folder, or move the existing one.`)
          : error;
      });
      // Copies the database before the files. The files that the copied database references exist at that time, and
      // files never change. The later copy of the files therefore includes all of them.
      await store.backup(copy.database);
      if (filesUrl !== undefined) return;
      const unfinished = incomingFolder(data.files);
      await cp(data.files, copy.files, {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (source) => source !== unfinished,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error; // nothing was ever uploaded
      });
    },
  });
  if (filesUrl !== undefined) {
    terminal.notices.write(`The uploaded files are in an S3 bucket, and not in this backup: ${bucketAdvice}\n`);
  }
  terminal.notices.write(`Backed up to ${copy.folder}. To restore it: threadline serve --data-dir "${folder}"\n`);
}
