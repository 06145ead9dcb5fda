import type { Client } from "pg";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { PostgresServer } from "./launch-postgres.ts";
import { emptyStore } from "./prepared-cluster.ts";

/** Databases of one server, which tests reuse one after the other. */
export interface EmptyDatabases {
  /** Resolves to the name of a database with the tables of a store and no records. */
  take(kind: DatabaseKind): Promise<string>;
  giveBack(name: string, kind: DatabaseKind): Promise<void>;
}

/**
 * Kind of a database. `of the present` has the partitions of the current days. `without days` has no partitions of
 * days, for a store with its own clock.
 */
export type DatabaseKind = "of the present" | "without days";

const withoutDays = "without_days";

/**
 * Provides databases that are copies of a template. A copy is emptied after each test, which takes a quarter of the
 * time of a new copy. It is dropped instead if a test added tables, such as partitions, or if it has grown by more than
 * `maxGrowth`.
 */
export async function openDatabases(server: PostgresServer): Promise<EmptyDatabases> {
  const emptied: string[] = [];
  /** Connections by database name. Each connection has the function `empty_store`, which empties its database. */
  const emptiers = new Map<string, Client>();
  let count = 0;
  let emptying: Promise<string> | undefined;
  let template: Promise<string> | undefined;

  return {
    async take(kind) {
      const known = kind === "of the present" ? emptied.pop() : undefined;
      if (known !== undefined) return known;
      const name = `test_${(count += 1)}`;
      const from = kind === "of the present" ? emptyStore : await (template ??= makeWithoutDays(server));
      await server.createDatabase(name, from);
      return name;
    },
    async giveBack(name, kind) {
      if (kind === "of the present") {
        try {
          let emptier = emptiers.get(name);
          if (emptier === undefined) {
            emptier = await server.connect(name);
            emptiers.set(name, emptier);
            await emptier.query(await (emptying ??= functionToEmpty(server)));
          }
          await emptier.query("SELECT pg_temp.empty_store()");
          emptied.push(name);
          return;
        } catch {
          // The copy has additional tables, or has grown by more than `maxGrowth`.
        }
      }
      await emptiers.get(name)?.end();
      emptiers.delete(name);
      await server.administer(`DROP DATABASE "${name}"`);
    },
  };
}

async function makeWithoutDays(server: PostgresServer): Promise<string> {
  const store = await openPostgresStore({ url: await server.createDatabase(withoutDays), makesPartitions: false });
  await store.close();
  return withoutDays;
}

/** Maximum growth of a copy that is reused, in bytes. The template has 10 MB. */
const maxGrowth = 2_000_000;
/** Size in bytes from which a table is truncated, because deleted rows would slow down the next test. */
const largeTable = 100_000;

/**
 * Returns SQL that creates a function for one connection. The function empties the database. It fails if the database
 * has other tables than the template, or has grown by more than `maxGrowth`.
 */
async function functionToEmpty(server: PostgresServer): Promise<string> {
  const inSchema = "relnamespace = 'public'::regnamespace";
  const shape = `SELECT count(*)::int AS tables, sum(pg_relation_size(oid))::int AS bytes FROM pg_class WHERE ${inSchema}`;
  const client = await server.connect(emptyStore);
  const template = (await client.query<{ tables: number; bytes: number }>(shape)).rows[0];
  const select = `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND ${inSchema}`;
  const tables: string[] = [];
  for (const { name } of (await client.query<{ name: string }>(select)).rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rowCount } = await client.query(`SELECT FROM "${name}" LIMIT 1`);
    // Only tables that are empty in a new store; others contain, for example, its format.
    if (rowCount === 0) tables.push(name);
  }
  await client.end();
  return `CREATE FUNCTION pg_temp.empty_store() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      shape record;
      name regclass;
    BEGIN
      FOREACH name IN ARRAY '{${tables.join(",")}}'::regclass[] LOOP
        IF pg_relation_size(name) > ${largeTable} THEN
          EXECUTE format('TRUNCATE %s', name);
        ELSIF pg_relation_size(name) > 0 THEN
          EXECUTE format('DELETE FROM %s', name);
        END IF;
      END LOOP;
      ${shape.replace("FROM", "INTO shape FROM")};
      IF shape.tables <> ${template?.tables} OR shape.bytes > ${(template?.bytes ?? 0) + maxGrowth} THEN
        RAISE EXCEPTION 'not as it was';
      END IF;
    END $$`;
}
