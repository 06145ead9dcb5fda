/** Node of a syntax tree of PostgreSQL's parser. */
export interface Tree {
  readonly [name: string]: unknown;
}

export function nameOf(item: Tree): string {
  return (
    (item["alias"] as { aliasname?: string } | undefined)?.aliasname ?? (item["relname"] as string | undefined) ?? ""
  );
}

/** Returns the parts of a column's name, such as `s` and `project_id`; undefined for other expressions. */
export function fieldsOf(expression: Tree): string[] | undefined {
  const column = expression["ColumnRef"] as Tree | undefined;
  if (column === undefined) return undefined;
  return listOf(column["fields"]).map((field) =>
    "A_Star" in field ? "*" : (field["String"] as { sval: string }).sval,
  );
}

export function operatorOf(operation: Tree): string | undefined {
  return (listOf(operation["name"])[0]?.["String"] as { sval: string } | undefined)?.sval;
}

/** Returns the elements of a list; empty if it is absent. */
export function listOf(value: unknown): Tree[] {
  return Array.isArray(value) ? (value as Tree[]) : [];
}
