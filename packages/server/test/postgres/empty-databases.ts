import type { PostgresServer } from "./launch-postgres.ts";
import { emptyStore } from "./prepared-cluster.ts";

/** Databases of one server, which tests reuse one after the other. */
export interface EmptyDatabases {
  /**
   * Resolves to the name of a copy of `template` without records. Without a template, the database has no tables,
   * either.
   */
  take(template: string | undefined): Promise<string>;
  giveBack(name: string, template: string | undefined): Promise<void>;
}

/**
 * Copies a template once, and empties the copy after each test, which takes a quarter of the time of another copy. A
 * database that has additional tables, such as partitions, or is large is dropped instead.
 */
export async function openDatabases(server: PostgresServer): Promise<EmptyDatabases> {
  const emptied: string[] = [];
  let count = 0;
  let emptying: Promise<string> | undefined;

  return {
    async take(template) {
      const known = template === emptyStore ? emptied.pop() : undefined;
      if (known !== undefined) return known;
      const name = `test_${(count += 1)}`;
      await server.createDatabase(name, template);
      return name;
    },
    async giveBack(name, template) {
      if (template === emptyStore) {
        try {
          await server.administer(await (emptying ??= statementToEmpty(server)), name);
          emptied.push(name);
          return;
        } catch {
          // The database is not in its initial state.
        }
      }
      await server.administer(`DROP DATABASE "${name}"`);
    },
  };
}

/** Maximum growth of a copy that is reused, in bytes. The template has 10 MB. */
const maxGrowth = 2_000_000;

/**
 * Returns SQL that empties a database. It fails if the database has more tables than the template or is much larger.
 */
async function statementToEmpty(server: PostgresServer): Promise<string> {
  const inSchema = "relnamespace = 'public'::regnamespace";
  const shape = `SELECT count(*)::int AS tables, sum(pg_relation_size(oid))::int AS bytes FROM pg_class WHERE ${inSchema}`;
  const [template] = (await server.administer(shape, emptyStore)) as {
    readonly tables: number;
    readonly bytes: number;
  }[];
  const select = `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND ${inSchema}`;
  const tables = (await server.administer(select, emptyStore)) as { readonly name: string }[];
  const deletes: string[] = [];
  for (const { name } of tables) {
    // oxlint-disable-next-line no-await-in-loop -- runs once per server
    const rows = await server.administer(`SELECT FROM "${name}" LIMIT 1`, emptyStore);
    // Deletes only from tables that are empty in a new store; others contain, for example, its format.
    if (rows.length === 0) deletes.push(`DELETE FROM "${name}";`);
  }
  return `DO $$
    DECLARE shape record;
    BEGIN
      ${shape.replace("FROM", "INTO shape FROM")};
      IF shape.tables <> ${template?.tables} OR shape.bytes > ${(template?.bytes ?? 0) + maxGrowth} THEN
        RAISE EXCEPTION 'not as it was';
      END IF;
      -- In whatever order references have.
      SET LOCAL session_replication_role = replica;
      ${deletes.join(" ")}
    END $$`;
}
