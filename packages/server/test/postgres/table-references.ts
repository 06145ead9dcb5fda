/** A table of a statement, as the statement calls it. */
interface Reference {
  readonly table: string;
  readonly alias: string | null;
}

const keywords = new Set(
  (
    "as cross default for full group having inner join lateral left limit natural offset on order overriding right " +
    "returning select set union using values where"
  ).split(" "),
);

function referencesOf(sql: string): Reference[] {
  const pattern = /\b(?:from|join|update|using)\s+(?:only\s+)?([a-z_]+)\b(?!\s*\()(?:\s+(?:as\s+)?([a-z_]+))?/gi;
  return [...sql.matchAll(pattern)].map(([, table = "", alias]) => ({
    table: table.toLowerCase(),
    alias: alias === undefined || keywords.has(alias.toLowerCase()) ? null : alias,
  }));
}

/** The tables among `tables` that a statement reads or writes without naming their `project_id`. */
export function tablesWithoutProject(sql: string, tables: ReadonlySet<string>): string[] {
  const text = sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/--.*$/gm, "");
  // An insert names the project among its columns.
  const inserted = [...text.matchAll(/\binsert\s+into\s+([a-z_]+)(?:\s+as\s+[a-z_]+)?\s*\(([^)]*)\)/gi)];
  const lacking = inserted.flatMap(([, table = "", columns = ""]) =>
    tables.has(table) && !/\bproject_id\b/.test(columns) ? [table] : [],
  );
  for (const { table, alias } of referencesOf(text)) {
    if (!tables.has(table)) continue;
    const isNamed =
      alias === null ? /\bproject_id\b/.test(text) : new RegExp(String.raw`\b${alias}\.project_id\b`).test(text);
    if (!isNamed) lacking.push(table);
  }
  return lacking;
}
