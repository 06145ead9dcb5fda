import { existsSync, statSync } from "node:fs";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import { StoreOpenError } from "../store/errors.ts";
import { examineDatabaseFile } from "../store/sqlite/examine-database-file.ts";
import type { DatabaseFile } from "../store/sqlite/examine-database-file.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { checkBacklog } from "./check-backlog.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { formatBytes } from "./format-bytes.ts";

/** Twice what the journal keeps between two checkpoints, in bytes. */
const largeJournal = 128 * 1024 * 1024;

/** The embedded database: that it is ours, whole and of this version. Writes nothing. */
export async function checkDatabaseFile({ configuration, deep }: Deployment): Promise<Finding[]> {
  const { database: path, folder } = describeDataFolder(configuration.dataDir);
  if (!existsSync(path)) {
    return existsSync(folder)
      ? [warning("database", `There is no database in ${folder}.`, "The first start makes it; is it the right folder?")]
      : [];
  }
  let file: DatabaseFile;
  try {
    file = examineDatabaseFile(path, { deep });
  } catch (error) {
    if (!(error instanceof StoreOpenError)) throw error;
    return [failure("database", error.message, "Read `Restore` in docs/operations.md before you start the service.")];
  }
  return [
    ok("database", `${path} opens, with ${formatBytes(statSync(path).size)}.`),
    checkFormat(file),
    ok(
      "integrity",
      deep ? "Every page and every index was read, and is whole." : `${file.verified}; --deep reads all.`,
    ),
    checkRights(path),
    checkJournal(`${path}-wal`),
    ...(file.format === file.newestFormat ? [await readBacklog(path)] : []),
  ];
}

function checkFormat({ format, newestFormat }: DatabaseFile): Finding {
  if (format === newestFormat) return ok("database-version", `Format ${format}, that of this version.`);
  return warning(
    "database-version",
    `Format ${format}; this version has ${newestFormat}.`,
    "The next start changes it, and there is no way back but a backup: make one (threadline backup).",
  );
}

function checkRights(path: string): Finding {
  const { mode } = statSync(path);
  return (mode & 0o077) === 0
    ? ok("database-rights", "Its owner alone reads it.")
    : failure("database-rights", `Others may read ${path}.`, `chmod 600 ${path}*`);
}

function checkJournal(path: string): Finding {
  const size = existsSync(path) ? statSync(path).size : 0;
  return size > largeJournal
    ? warning(
        "journal",
        `The journal ${path} has ${formatBytes(size)}.`,
        "A reader holds it back, such as an export or a copy that hangs: end it; the next checkpoint shortens it.",
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
