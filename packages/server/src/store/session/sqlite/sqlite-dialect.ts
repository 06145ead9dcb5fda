import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Tables } from "../../schema/records.ts";
import type { Dialect } from "../dialect.ts";

const constraintError = 19;
/** SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE */
const uniqueViolations = new Set([1555, 2067]);

export const sqliteDialect: Dialect = {
  name: "sqlite",
  generationTable: "generations",
  threadOfStep: "(SELECT id FROM threads WHERE key = s.thread)",
  projectOf: (row) => `${row}.project_id`,
  isStepOfThread: "s.thread = t.key",
  payloads: {
    join: "LEFT JOIN step_payloads p ON p.step = r.key LEFT JOIN generation_payloads g ON g.step = r.key",
    columns: ["p.metadata", "p.input", "p.output", "g.payload"],
    packedBytes: "p.size",
  },
  db: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  isIn: (column, values) => sql`${sql.ref(column)} IN (SELECT value FROM json_each(${toList(values)}))`,
  byIndex: (table, index) => sql`${sql.table(table)} INDEXED BY ${sql.ref(index)}`,
  // Without the plus sign, the planner could use an index of the project, and read all rows of the project.
  isKeyed: (project, keys) => sql`+project_id = ${project} AND key IN (SELECT value FROM json_each(${toList(keys)}))`,
  toList,
  toRows: (values) => sql`json_each(${toList(values)})`,
  // Without WHERE, SQLite would parse ON CONFLICT as the condition of a join.
  insertedRows: (same, values) => sql`SELECT ${sql.join(same)}, value FROM json_each(${toList(values)}) WHERE TRUE`,
  newKeys: (table, places) => sql`
    SELECT coalesce((SELECT max(key) FROM ${sql.table(table)}), 0) + e.key + 1 AS key FROM json_each(${toList(places)}) e`,
  jsonNumber: (column, key) => sql`${sql.ref(column)} ->> ${sql.lit(`$.${key}`)}`,
  // Only one transaction writes at a time, so rows need no locks.
  forUpdate: (query) => query,
  forUpdateUnlocked: (query) => query,
  forUpdateInOrder: (query) => query,
  forShare: (query) => query,
  isUniqueViolation: (error) =>
    error instanceof Error && "errcode" in error && uniqueViolations.has(Number(error.errcode)),
  isConstraintViolation: (error) =>
    error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === constraintError,
};

function toList(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}
