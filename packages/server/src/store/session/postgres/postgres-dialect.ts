import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { contentBytes } from "./payload-content.ts";
import { wholePayloadOfRow } from "./rows-by.ts";
import type { Tables } from "../../schema/records.ts";
import type { Dialect } from "../dialect.ts";

/** SQLSTATE of a unique constraint violation. */
const uniqueViolation = "23505";

export const postgresDialect: Dialect = {
  name: "postgres",
  generationTable: "steps",
  threadOfStep: "s.thread_id",
  // Citus chooses the node of a query by the project. For this, the project must be a constant, and not a column of
  // another table.
  projectOf: () => "@project",
  isStepOfThread: "s.project_id = t.project_id AND s.thread_id = t.id",
  payloads: {
    join: `LEFT JOIN LATERAL ${wholePayloadOfRow("r")} p ON TRUE`,
    columns: ["p.metadata", "p.input", "p.output", "p.generation"],
    packedBytes: contentBytes,
  },
  db: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  isIn: (column, values) => sql`${sql.ref(column)} = ANY(${values})`,
  byIndex: (table) => sql.table(table),
  isKeyed: (project, keys) => sql`project_id = ${project} AND key = ANY(${keys})`,
  toList: (values) => values,
  toRows: (values) => sql`(SELECT unnest(${values}::text[]) AS value)`,
  // An INSERT with a SELECT would make Citus lock every shard of the table.
  insertedRows: (same, values) => sql`VALUES (${sql.join(same)}, unnest(${values}::text[]))`,
  newKeys: (table, places) =>
    sql`SELECT nextval(${sql.lit(`${table}_key_seq`)}) AS key FROM unnest(${places}::int[]) ORDER BY key`,
  jsonNumber: (column, key) => sql`(${sql.ref(column)}::json ->> ${sql.lit(key)})::float8`,
  forUpdate: (query) => query.forUpdate(),
  forUpdateUnlocked: (query) => query.forUpdate().skipLocked(),
  forUpdateInOrder: (query, column) => query.orderBy(sql.ref(column)).forUpdate(),
  forShare: (query, tables) => query.forShare(tables),
  isUniqueViolation: (error) => codeOf(error) === uniqueViolation,
  isConstraintViolation: (error) => codeOf(error)?.startsWith("23") ?? false,
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
