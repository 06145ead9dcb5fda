export interface SchemasSearch {
  /** Id of the schema whose panel is open. */
  readonly schema?: string;
}

export function readSchemasSearch(search: Record<string, unknown>): SchemasSearch {
  const { schema } = search;
  return typeof schema === "string" && schema !== "" ? { schema } : {};
}
