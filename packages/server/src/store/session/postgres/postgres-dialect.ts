import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import type { Tables } from "../../schema/records.ts";
import type { Dialect } from "../dialect.ts";

/** SQLSTATE: a unique constraint refuses the row. */
const uniqueViolation = "23505";

export const postgresDialect: Dialect = {
  name: "postgres",
  generationTable: "steps",
  db: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  isIn: (column, values) => sql`${sql.ref(column)} = ANY(${values})`,
  isKeyed: (project, keys) => sql`project_id = ${project} AND key = ANY(${keys})`,
  toList: (values) => values,
  forUpdate: (query) => query.forUpdate(),
  forShare: (query, tables) => query.forShare(tables),
  isUniqueViolation: (error) => error instanceof Error && "code" in error && error.code === uniqueViolation,
};
