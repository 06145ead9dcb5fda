/** The statements that hide the rows of other projects from a transaction, even when a query forgets to. */
export function secure(...tables: readonly string[]): string[] {
  const isOwn = "project_id = NULLIF(current_setting('threadline.project_id', true), '')::bigint";
  return tables.flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_project ON ${table} USING (${isOwn}) WITH CHECK (${isOwn})`,
  ]);
}
