import { StoreOpenError } from "../errors.ts";
import { codeOf, type Database } from "../session/postgres/database.ts";
import { newestFormat, requireNewestFormat, upgradesOf } from "../schema/format.ts";
import { creation } from "./schema.ts";
import type { Session } from "../session/postgres/session.ts";

/** Minimum server version, in the format of `server_version_num`. */
const oldestServer = 15_00_00;
/** Key of the advisory lock that a replica holds during a migration. The bytes of the number spell "Thrd". */
const migrationLock = 0x54687264;

/**
 * Upgrades the database to the newest format, while other replicas wait. Rejects with a {@link StoreOpenError} if the
 * server is not suitable, or if a newer version created the tables. Calls `warn` with advice for each setting that can
 * cause the loss of records in a system crash.
 */
export async function migrate(database: Database, warn: (message: string) => void): Promise<void> {
  const warnings = new Set<string>();
  try {
    await database.write(null, async (session) => {
      await checkServer(session, (message) => warnings.add(message));
      // The timeout for statements is disabled. Migrating large tables takes long, and so does the wait of other
      // replicas for the lock.
      await session.execute("SET LOCAL statement_timeout = 0");
      await session.execute(`SELECT pg_advisory_xact_lock(${migrationLock})`);
      await session.execute("CREATE TABLE IF NOT EXISTS threadline_version (version integer PRIMARY KEY)");
      const version = (await session.get<{ version: number }>("SELECT version FROM threadline_version"))?.version;
      const upgrades = version === undefined ? [] : upgradesOf("The database", version);
      for (const statement of version === undefined ? creation : upgrades.flatMap(({ postgres }) => postgres)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await session.execute(statement);
      }
      if (version === undefined) await compressWithLz4(session);
      // The version number is written after all tables are complete. A database with incomplete tables therefore never
      // has the number of the new format.
      const store =
        version === undefined
          ? "INSERT INTO threadline_version VALUES (?)"
          : "UPDATE threadline_version SET version = ?";
      if (version !== newestFormat()) await session.run(store, newestFormat());
    });
  } catch (error) {
    throw explainOpenFailure(error);
  }
  for (const message of warnings) warn(message);
}

/**
 * Compresses with LZ4, which takes less time than PostgreSQL's default. New partitions inherit the setting. Does
 * nothing if PostgreSQL was built without LZ4.
 */
async function compressWithLz4(session: Session): Promise<void> {
  const sql = "SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)";
  if ((await session.get(sql)) === undefined) return;
  for (const table of ["step_payloads", "step_payloads_rest"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await session.execute(`ALTER TABLE ${table} ALTER COLUMN content SET COMPRESSION lz4`);
  }
}

interface ServerSettings {
  readonly serverVersionNum: string;
  readonly serverVersion: string;
  readonly serverEncoding: string;
  readonly synchronousCommit: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
}

const readSettings: string =
  "SELECT " +
  ["server_version_num", "server_version", "server_encoding", "synchronous_commit", "fsync", "full_page_writes"]
    .map((name) => `current_setting('${name}') AS ${name}`)
    .join(", ");

async function checkServer(session: Session, warn: (message: string) => void): Promise<void> {
  const settings = await session.get<ServerSettings>(readSettings);
  if (Number(settings?.serverVersionNum) < oldestServer) {
    throw new StoreOpenError(`The database is PostgreSQL ${settings?.serverVersion}. Upgrade it to 15 or newer.`);
  }
  if (settings?.serverEncoding !== "UTF8") {
    throw new StoreOpenError(`The database is encoded as ${settings?.serverEncoding}. Create it with ENCODING 'UTF8'.`);
  }
  if (settings.synchronousCommit === "off") {
    throw new StoreOpenError(
      "PostgreSQL acknowledges commits before they are durable (synchronous_commit = off). Set synchronous_commit = on for the role of the service.",
    );
  }
  // `fsync = off` only causes a warning, because test databases have this setting. Acknowledged records survive a crash
  // of PostgreSQL itself, but may be lost in a crash of its machine.
  if (settings.fsync === "off") {
    warn(
      "PostgreSQL does not sync its files (fsync = off): a crash of its machine damages the database and loses " +
        "acknowledged records. Set fsync = on, and restart PostgreSQL.",
    );
  }
  if (settings.fullPageWrites === "off") {
    warn(
      "PostgreSQL cannot repair partially written pages after a crash (full_page_writes = off). " +
        "Set full_page_writes = on, and reload the configuration of PostgreSQL.",
    );
  }
}

/** Explains a failure to connect, without the password of the URL. */
export function explainOpenFailure(error: unknown): unknown {
  if (error instanceof StoreOpenError || !(error instanceof Error)) return error;
  const { message } = error.cause instanceof Error ? error.cause : error;
  switch (codeOf(error)) {
    case "ECONNREFUSED":
    case "ENOTFOUND":
    case "ETIMEDOUT":
      return new StoreOpenError(
        `The database cannot be reached: ${message}. Check the host and the port of the database URL.`,
      );
    case "28P01":
    case "28000":
      return new StoreOpenError(
        `The database rejected the login: ${message}. Check the user and the password of the database URL.`,
      );
    case "3D000":
      return new StoreOpenError(`${message}. Create the database, then start again.`);
    case "42501":
      return new StoreOpenError(`${message}. The role of the database URL must own the schema that it uses.`);
    default:
      return error;
  }
}

/** SQLSTATE of a missing table (undefined_table). */
const missingTable = "42P01";

/** Rejects with a {@link StoreOpenError} unless the database has the tables of this version; changes nothing. */
export async function requireFormat(database: Database): Promise<void> {
  const version = await database
    .read(null, (session) => session.get<{ version: number }>("SELECT version FROM threadline_version"))
    .then((row) => row?.version ?? null)
    .catch((error: unknown) => {
      if (codeOf(error) === missingTable) return null;
      throw explainOpenFailure(error);
    });
  if (version === null)
    throw new StoreOpenError(
      "The database contains no Threadline records. Check the database name in the database URL.",
    );
  requireNewestFormat("The database", version);
}
