/** A table of the store, according to the database catalog. Partitions do not count as tables. */
export interface StoreTable {
  readonly name: string;
  /** Whether the table has row-level security, so that it can only be read when the project is known. */
  readonly isSecured: boolean;
  readonly hasPrimaryKey: boolean;
  /** Number of unique indexes whose first column is not `project_id`. */
  readonly otherKeys: number;
  /** Number of triggers, except those of PostgreSQL itself. */
  readonly triggers: number;
}

export async function readTables(query: (sql: string) => Promise<unknown[]>): Promise<readonly StoreTable[]> {
  const sql = `
    SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS "isSecured",
    EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS "hasPrimaryKey", (
      SELECT count(*)::int FROM pg_index i LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indrelid = c.oid AND i.indisunique AND a.attname IS DISTINCT FROM 'project_id'
    ) AS "otherKeys", (
      SELECT count(*)::int FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
    ) AS triggers
    FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    ORDER BY 1`;
  return (await query(sql)) as StoreTable[]; // the columns that the query selects
}
