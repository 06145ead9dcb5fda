import { allTables } from "../schema/tables.ts";
import { createTable } from "../schema/create-table.ts";
import { priceTables } from "./price-tables.ts";
import { backlogFunction } from "./read-backlog.ts";
import { recordTables } from "./record-tables.ts";
import { rollupTables } from "./rollup-tables.ts";
import { searchTables } from "./search-tables.ts";

/**
 * The statements that create a new database: the tables of the logical schema, and those that are PostgreSQL's own.
 *
 * Columns are the names of the wire in snake_case. `project_id` is the small key of a project: it begins every key and
 * constraint, so that the tables can be distributed by it. `key` is the order of insertion. Text compares by its bytes.
 * JSON is text, which holds NUL and lone surrogates as escapes.
 */
export const creation: readonly string[] = [
  ...recordTables,
  ...priceTables,
  ...rollupTables,
  ...searchTables,
  backlogFunction,
  ...allTables.flatMap((table) => createTable(table, "postgres")),
];
