import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { openPostgresStore, type PostgresStoreOptions } from "../../src/store/postgres/open-postgres-store.ts";
import type { Store } from "../../src/store/store.ts";

/** A database on a Citus cluster. Only one test at a time uses it. */
export interface CitusCluster {
  /** URL of the database, as the role that owns its tables. */
  readonly url: string;
  /** Runs statements on the coordinator as the superuser. */
  administer(statements: string): Promise<readonly object[]>;
  /** Deletes all records. The first call creates the tables and distributes them. */
  empty(): Promise<void>;
  /** Opens an empty store with distributed tables. */
  openStore(options?: Omit<PostgresStoreOptions, "url">): Promise<Store>;
  /** Opens an empty store that creates its tables itself, for tests that set its clock. */
  openFresh(options: Omit<PostgresStoreOptions, "url">): Promise<Store>;
  close(): Promise<void>;
}

/**
 * URL of a database with the extension Citus, as the superuser. Undefined if there is no cluster. Tests delete all
 * tables of the database.
 */
export const citusUrl: string | undefined = process.env["THREADLINE_TEST_CITUS_URL"];

const script = join(import.meta.dirname, "../../citus.sql");
const role = "threadline";

/** Runs statements over a separate connection, because a test may stop the coordinator. */
export async function runOnce(url: string, statements: string): Promise<readonly object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const results = await client.query<object>(statements);
    return [results].flat().flatMap(({ rows }) => rows);
  } finally {
    await client.end();
  }
}

/** Prepares the database: creates a role for the service, and drops all tables. */
export async function openCitus(superuserUrl: string): Promise<CitusCluster> {
  const administrator = new Client({ connectionString: superuserUrl });
  await administrator.connect();
  const administer = async (statements: string): Promise<readonly object[]> => {
    const results = await administrator.query<object>(statements);
    return [results].flat().flatMap(({ rows }) => rows);
  };
  const roles = await administer(`SELECT 1 FROM pg_roles WHERE rolname = '${role}'`);
  if (roles.length === 0) await administer(`CREATE ROLE ${role} LOGIN PASSWORD '${role}' NOSUPERUSER NOBYPASSRLS`);
  await administer(`ALTER SCHEMA public OWNER TO ${role}`);
  await administer(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${role}', current_database()); END $$`);
  const url = new URL(superuserUrl);
  url.username = role;
  url.password = role;

  const recreate = async (options: Omit<PostgresStoreOptions, "url">): Promise<void> => {
    await administer(await statementToDrop(administer));
    const store = await openPostgresStore({ ...options, url: url.href });
    await store.close();
    await runOnce(url.href, `BEGIN; ${await readFile(script, "utf8")}; COMMIT`);
  };
  /** SQL that deletes every record; undefined until a store has created the tables. */
  let emptying: string | undefined;

  const empty = async (): Promise<void> => {
    if (emptying !== undefined) return void (await administer(emptying));
    await recreate({});
    emptying = await statementToEmpty(administer);
  };

  return {
    url: url.href,
    administer,
    empty,
    async openStore(options = {}) {
      await empty();
      return openPostgresStore({ ...options, url: url.href });
    },
    async openFresh(options) {
      emptying = undefined;
      await recreate(options);
      return openPostgresStore({ ...options, url: url.href });
    },
    close: () => administrator.end(),
  };
}

async function statementToEmpty(administer: CitusCluster["administer"]): Promise<string> {
  const select = `
    SELECT relname AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
      AND relname <> 'threadline_version'`;
  const tables = (await administer(select)) as readonly { readonly name: string }[];
  return tables.map(({ name }) => `DELETE FROM ${name}`).join("; ");
}

/**
 * Returns SQL that drops everything that the service created. The schema itself is kept, because it contains objects of
 * the extension.
 */
async function statementToDrop(administer: CitusCluster["administer"]): Promise<string> {
  const [found] = (await administer(`
    SELECT (
      SELECT 'DROP TABLE ' || string_agg(oid::regclass::text, ', ') || ' CASCADE;' FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
        AND relowner = '${role}'::regrole
    ) AS tables, (
      SELECT 'DROP FUNCTION ' || string_agg(oid::regprocedure::text, ', ') || ';' FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proowner = '${role}'::regrole
    ) AS functions`)) as readonly { readonly tables: string | null; readonly functions: string | null }[];
  return `${found?.tables ?? ""} ${found?.functions ?? ""}`;
}
