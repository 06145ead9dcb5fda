import { existsSync, statSync } from "node:fs";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import { StoreOpenError } from "../store/errors.ts";
import { examineDatabaseFile, type DatabaseFile } from "../store/sqlite/open-database.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { checkBacklog } from "./check-backlog.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning, type Finding } from "./finding.ts";
import { formatBytes } from "./format-bytes.ts";

/**
 * Size of the write-ahead log above which a warning is shown, in bytes. It is twice the usual size between two
 * checkpoints.
 */
const largeJournal = 128 * 1024 * 1024;

/** Checks that the embedded database is a Threadline database, intact and of this version. Writes nothing. */
export async function checkDatabaseFile({ configuration, deep }: Deployment): Promise<Finding[]> {
  const { database: path, folder } = describeDataFolder(configuration.dataDir);
  if (!existsSync(path)) {
    return existsSync(folder)
      ? [
          warning(
            "database",
            `No database in ${folder}.`,
            "The first start creates it. Check that it is the right folder.",
          ),
        ]
      : [];
  }
  let file: DatabaseFile;
  try {
    file = examineDatabaseFile(path, { deep });
  } catch (error) {
    if (!(error instanceof StoreOpenError)) throw error;
    return [
      failure(
        "database",
        error.message,
        "Before you start the service, follow the section `Restore` in docs/operations.md.",
      ),
    ];
  }
  return [
    ok("database", `${path} opens, with ${formatBytes(statSync(path).size)}.`),
    checkFormat(file),
    ok("integrity", deep ? "All pages and indexes are intact." : `${file.verified}; --deep reads all pages.`),
    checkRights(path),
    checkJournal(`${path}-wal`),
    ...(file.format === file.newestFormat ? [await readBacklog(path)] : []),
  ];
}

function checkFormat({ format, newestFormat }: DatabaseFile): Finding {
  if (format === newestFormat) return ok("database-version", `Format ${format} is current.`);
  return warning(
    "database-version",
    `The database has format ${format}; this version of Threadline uses ${newestFormat}.`,
    "The next start upgrades the database, and only a backup can undo the upgrade. Create one first (threadline backup).",
  );
}

function checkRights(path: string): Finding {
  const { mode } = statSync(path);
  return (mode & 0o077) === 0
    ? ok("database-rights", "Only its owner can read it.")
    : failure("database-rights", `Other users can read ${path}.`, `Remove their access: chmod 600 ${path}*`);
}

function checkJournal(path: string): Finding {
  const size = existsSync(path) ? statSync(path).size : 0;
  return size > largeJournal
    ? warning(
        "journal",
        `The write-ahead log ${path} has ${formatBytes(size)}.`,
        "A long-running reader, such as a stuck export, keeps the log from shrinking. Stop that reader.",
      )
    : ok("journal", `${formatBytes(size)}.`);
}

async function readBacklog(path: string): Promise<Finding> {
  const store = await openSqliteStore({ path, readOnly: true });
  try {
    return checkBacklog(await store.backlog());
  } finally {
    await store.close();
  }
}
