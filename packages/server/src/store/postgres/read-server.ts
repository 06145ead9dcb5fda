import { newestFormat } from "../schema/format.ts";
import { creation } from "./schema.ts";
import type { Session } from "../session/postgres/session.ts";

export interface DatabaseServer {
  readonly version: string;
  readonly versionNumber: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly dataChecksums: string;
  readonly role: string;
  /** Whether the role ignores row-level security, because it is a superuser or has BYPASSRLS. */
  readonly passesOver: boolean;
  readonly isEncrypted: boolean;
  /** Maximum number of connections for this role. */
  readonly connections: number;
  /** Number of connections of other programs. */
  readonly foreign: number;
  /** Epoch milliseconds. */
  readonly clock: number;
  /**
   * Number of transactions since the oldest transaction id that is not frozen in this database. VACUUM freezes old ids,
   * which reduces this number.
   */
  readonly oldest: number;
  /** Format of our tables; null without tables. */
  readonly format: number | null;
  /** Table format of this version. */
  readonly newestFormat: number;
  /** Tables without row-level security that should have it. */
  readonly openTables: readonly string[];
  readonly invalidIndexes: readonly string[];
}

const settings = `SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int AS version_number,
  current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('data_checksums') AS data_checksums, r.rolname AS role, r.rolsuper OR r.rolbypassrls AS passes_over,
  COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
  LEAST(NULLIF(r.rolconnlimit, -1), NULLIF(d.datconnlimit, -1), current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - COALESCE(current_setting('reserved_connections', true), '0')::int) AS connections,
  (SELECT count(*) FROM pg_stat_activity
    WHERE datname IS NOT NULL AND usename <> current_user) AS foreign,
  extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock, age(d.datfrozenxid)::int AS oldest
  FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()`;

const ours = "c.relnamespace = current_schema()::regnamespace";

/** Reads the settings of the server. Every role may do this. */
export async function readServer(session: Session): Promise<DatabaseServer> {
  const server = await session.get<DatabaseServer>(settings);
  if (server === undefined) throw new Error("PostgreSQL returned no settings for the connection.");
  const tables = await session.all(`SELECT 1 FROM pg_class c WHERE relname = 'threadline_version' AND ${ours}`);
  const versions = tables.length > 0 ? "SELECT version FROM threadline_version" : "SELECT 0 AS version WHERE false";
  const format = (await session.get<{ version: number }>(versions))?.version ?? null;
  const secured = await session.all<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relrowsecurity AND c.relforcerowsecurity AND ${ours}`,
  );
  const invalid = await session.all<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisvalid AND ${ours}`,
  );
  const names = new Set(secured.map(({ name }) => name));
  return {
    ...server,
    format,
    newestFormat: newestFormat(),
    openTables: format === newestFormat() ? securedTables().filter((name) => !names.has(name)) : [],
    invalidIndexes: invalid.map(({ name }) => name),
  };
}

function securedTables(): string[] {
  return creation.flatMap((statement) => /^ALTER TABLE (\w+) FORCE ROW/.exec(statement)?.[1] ?? []);
}
