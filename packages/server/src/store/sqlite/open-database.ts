import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreOpenError } from "../errors.ts";
import { Database } from "../session/sqlite/database.ts";
import { newestFormat, upgradesOf, requireNewestFormat } from "../schema/format.ts";
import { creation } from "./schema.ts";
import { WriteAheadLog } from "../session/sqlite/write-ahead-log.ts";

/** "Thrd". It marks our files in their header, so that databases of other programs are never changed. */
const applicationId = 0x54687264;

/**
 * Maximum size, in bytes, of a file whose pages are all read and checked at every start. Checking a file of this size
 * takes about 20 ms.
 */
const verifiedSize = 16 * 1024 * 1024;

/** Opens a file that another connection has upgraded, for reading only. */
export function openForReading(path: string): Database {
  const handle = new DatabaseSync(path, { timeout: 5000, readOnly: true });
  handle.exec("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;");
  return new Database(handle);
}

/**
 * Checks the file without changing it, and calls `look` with the file, its format and a description of the checks.
 * Throws like {@link openDatabase}.
 */
function examine<Result>(path: string, look: (database: Database, format: number, verified: string) => Result): Result {
  let database: Database | undefined;
  try {
    database = openForReading(path);
    checkOwner(database, path);
    return look(database, pragma(database, "user_version"), verify(database, path));
  } catch (error) {
    throw explain(error, path);
  } finally {
    database?.handle.close();
  }
}

/** Opens the file, or creates it, and upgrades it. Throws a {@link StoreOpenError} with advice if this fails. */
export function openDatabase(path: string): Database {
  const inMemory = path === ":memory:";
  if (!inMemory) requireContents(path);
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(path, { timeout: 5000 });
    const database = new Database(handle, inMemory ? undefined : new WriteAheadLog(handle, path));
    if (!inMemory) checkOwner(database, path);
    configure(handle);
    migrate(database, path);
    if (!inMemory) verify(database, path);
    return database;
  } catch (error) {
    handle?.close();
    throw explain(error, path);
  }
}

/**
 * Creates a file that only its owner can read. By default, SQLite creates files that all users can read. Its journals
 * get the permissions of the file.
 */
export function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

function pragma(database: Database, name: string): number {
  return Number(Object.values(database.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0]);
}

/**
 * Creates a missing database file. Throws if the file exists but is empty. A new file gets its name after its tables
 * are created, so it is never empty. If a file is empty, its records were lost.
 */
function requireContents(path: string): void {
  if (!existsSync(path)) {
    const log = `${path}-wal`;
    if (!existsSync(log) || statSync(log).size === 0) return createWithTables(path);
    throw new StoreOpenError(
      `${path} is missing, but its write-ahead log ${log} exists. Move the database back into this folder, or restore a backup.`,
    );
  }
  if (statSync(path).size === 0) throw lost(path);
}

function lost(path: string): StoreOpenError {
  return new StoreOpenError(
    `${path} is empty: its records are lost. Restore a backup, or choose another data folder to start without records.`,
  );
}

function createWithTables(path: string): void {
  const draft = `${path}.new-${randomUUID()}`;
  createPrivately(draft);
  const handle = new DatabaseSync(draft);
  try {
    handle.exec("PRAGMA page_size = 8192; PRAGMA synchronous = FULL");
    migrate(new Database(handle), draft);
    handle.close();
    giveName(draft, path);
    syncFolder(dirname(path));
  } finally {
    if (handle.isOpen) handle.close();
    rmSync(draft, { force: true });
  }
}

/** Syncs a folder. Without this, a power cut could undo the creation of a file in it. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return; // Windows cannot open folders
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Gives a new database file its final name, unless another process has created a file with this name meanwhile. */
function giveName(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (existsSync(path)) return;
    // Some file systems do not support hard links. There, the file is renamed instead.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    renameSync(draft, path);
  }
}

function checkOwner(database: Database, path: string, isNew = false): void {
  const owner = pragma(database, "application_id");
  const isEmpty = pragma(database, "schema_version") === 0;
  if (owner !== applicationId && !(owner === 0 && isEmpty)) {
    throw new StoreOpenError(`${path} is a database of another program. Choose another data folder.`);
  }
  if (isEmpty && !isNew) throw lost(path);
  if (!isEmpty) upgradesOf(path, pragma(database, "user_version"));
}

/**
 * Configures a connection. Automatic checkpoints are off, because the store checkpoints the log itself at half of
 * `journal_size_limit`. The file is not mapped into memory, because mapping it halved the measured ingestion rate.
 */
function configure(handle: DatabaseSync): void {
  handle.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA trusted_schema = OFF;
  `);
}

function migrate(database: Database, path: string): void {
  if (pragma(database, "user_version") === newestFormat()) return;
  const { handle } = database;
  handle.exec("BEGIN IMMEDIATE");
  // Read again, because another process may have upgraded the file while this one waited for the lock.
  checkOwner(database, path, true);
  const isEmpty = pragma(database, "schema_version") === 0;
  const upgrade = (): string[] => upgradesOf(path, pragma(database, "user_version")).flatMap(({ sqlite }) => sqlite);
  for (const statement of isEmpty ? creation : upgrade()) handle.exec(statement);
  handle.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newestFormat()}; COMMIT`);
}

/**
 * Checks the length of the file. Then checks all pages of a small file, or reads the first and the last row of every
 * table of a large file, which takes milliseconds.
 */
function verify(database: Database, path: string): string {
  const { size } = statSync(path);
  if (!existsSync(`${path}-wal`) || statSync(`${path}-wal`).size === 0) {
    const expected = pragma(database, "page_count") * pragma(database, "page_size");
    if (size < expected) throw damaged(path, `it holds ${size} of ${expected} bytes`);
  }
  if (size <= verifiedSize) {
    const [finding] = database.all<{ quick_check: string }>("PRAGMA quick_check(1)");
    if (finding !== undefined && finding.quick_check !== "ok") throw damaged(path, finding.quick_check);
    return "Every page was read";
  }
  const tables = database.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  for (const { name } of tables) {
    const columns = database
      .all<{ name: string }>("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", name)
      .map((column) => column.name);
    // Skips virtual tables, which have no primary key. Their contents are in backing tables, which have one and are
    // read.
    if (columns.length === 0) continue;
    for (const order of [columns, columns.map((column) => `${column} DESC`)]) {
      const statement = database.handle.prepare(`SELECT * FROM ${name} ORDER BY ${order.join(", ")} LIMIT 1`);
      // Some page numbers in the tables of the word index are larger than JavaScript's safe integers. Reading these as
      // numbers would throw.
      statement.setReadBigInts(true);
      statement.get();
    }
  }
  return "Both ends of every table were read";
}

function damaged(path: string, finding: string): StoreOpenError {
  return new StoreOpenError(
    `${path} is damaged: ${finding}. Restore a backup, or recover the readable part with "sqlite3 ${path} .recover".`,
  );
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof StoreOpenError || !(error instanceof Error) || !("errcode" in error)) return error;
  switch (Number(error.errcode) & 0xff) {
    case 5: // SQLITE_BUSY
      return new StoreOpenError(`${path} is locked by another process. Stop that process, then start again.`);
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
      return new StoreOpenError(`${path} cannot be opened for writing (${error.message}). Check path and permissions.`);
    case 11: // SQLITE_CORRUPT
      return damaged(path, error.message);
    case 26: // SQLITE_NOTADB
      return new StoreOpenError(`${path} is not a database. Choose another data folder, or restore a backup.`);
    default:
      return new StoreOpenError(`${path} cannot be opened: ${error.message}.`);
  }
}

export interface DatabaseFile {
  readonly format: number;
  /** Table format of this version. */
  readonly newestFormat: number;
  /** Description of the checks that found no damage. */
  readonly verified: string;
}

/**
 * Examines a database file without changing it. Throws a `StoreOpenError` with advice if the file is damaged, newer
 * than this version or not ours.
 */
export function examineDatabaseFile(path: string, { deep }: { readonly deep: boolean }): DatabaseFile {
  return examine(path, (database, format, verified) => {
    if (deep) {
      const findings = database.all<{ integrity_check: string }>("PRAGMA integrity_check(3)");
      const texts = findings.map((finding) => finding.integrity_check).filter((text) => text !== "ok");
      if (texts.length > 0) throw damaged(path, texts.join("; "));
    }
    return { format, newestFormat: newestFormat(), verified };
  });
}

/** Throws a `StoreOpenError` unless the file has the tables of this version. Changes nothing. */
export function requireFormat(path: string): void {
  const handle = new DatabaseSync(path, { readOnly: true });
  try {
    const row = handle.prepare("PRAGMA user_version").get();
    requireNewestFormat(path, Number(row?.["user_version"]));
  } finally {
    handle.close();
  }
}
