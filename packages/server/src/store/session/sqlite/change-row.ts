import { toSnakeCase } from "../../schema/snake-case.ts";
import type { Database, Parameter } from "./database.ts";
import type { DeletableKind } from "../../resources/tombstones.ts";

/** Values by field name. The columns have the same names in snake_case. */
type Columns = { readonly [column: string]: Parameter };

export function insertRow(database: Database, table: string, columns: Columns): number {
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${table} (${names.map(toSnakeCase).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  return database.run(sql, ...Object.values(columns)).key;
}

/** Updates only the columns that differ, because SQLite rewrites each index on a column that the statement names. */
export function changeRow(
  database: Database,
  row: { readonly table: string; readonly keyColumn: string; readonly key: number },
  before: Columns,
  after: Columns,
): void {
  const changed = Object.keys(after).filter((column) => after[column] !== before[column]);
  if (changed.length === 0) return;
  const assignments = changed.map((column) => `${toSnakeCase(column)} = ?`).join(", ");
  const values = changed.map((column) => after[column] ?? null);
  database.run(`UPDATE ${row.table} SET ${assignments} WHERE ${row.keyColumn} = ?`, ...values, row.key);
}

/** Returns whether a record was deleted. If a client sends the record again, it must not be restored. */
export function isDeleted(database: Database, project: number, kind: DeletableKind, id: string): boolean {
  const sql = "SELECT 1 FROM tombstones WHERE project_id = ? AND kind = ? AND id = ?";
  return database.get(sql, project, kind, id) !== undefined;
}
