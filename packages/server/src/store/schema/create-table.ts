import type { Column, TableShape } from "./table.ts";

type DialectName = "sqlite" | "postgres";

/** Text compares by its bytes in both databases. */
const types: { readonly [Name in DialectName]: { readonly [Kind in Column["kind"]]: string } } = {
  sqlite: { text: "TEXT", integer: "INTEGER", real: "REAL", flag: "INTEGER", json: "TEXT", bytes: "BLOB" },
  postgres: {
    text: 'text COLLATE "C"',
    integer: "bigint",
    real: "double precision",
    flag: "smallint",
    json: "text",
    bytes: "bytea",
  },
};

/** The statements that create a table with its indexes and, in PostgreSQL, its row-level security. */
export function createTable(table: TableShape, dialect: DialectName): string[] {
  const { name, scope, indexes = [], unique = [], uniqueEverywhere = [] } = table;
  const keys = (columns: readonly string[]): string =>
    (scope === "installation" ? columns : ["project_id", ...columns]).join(", ");
  const primaryKey = keys(table.primaryKey ?? ["id"]);
  const isSqlite = dialect === "sqlite";
  const hasKey = scope === "records" || table.hasKey === true;
  // A key of the installation is never given again.
  const sqliteKey = `key INTEGER PRIMARY KEY${scope === "installation" ? " AUTOINCREMENT" : ""}`;
  const lines = [
    ...(hasKey ? [isSqlite ? sqliteKey : "key bigint GENERATED ALWAYS AS IDENTITY"] : []),
    ...(scope === "installation" ? [] : [`project_id ${types[dialect].integer} NOT NULL`]),
    ...table.columns.map(({ name: column, kind, isNullable }) => {
      return `${column} ${types[dialect][kind]}${isNullable ? "" : " NOT NULL"}`;
    }),
    `${hasKey && isSqlite ? "UNIQUE" : "PRIMARY KEY"} (${primaryKey})`,
    ...(hasKey && !isSqlite ? [`UNIQUE (${keys(["key"])})`] : []),
    ...unique.map((columns) => `UNIQUE (${keys(columns)})`),
    ...uniqueEverywhere.map((column) => `UNIQUE (${column})`),
  ];
  return [
    `CREATE TABLE ${name} (${lines.join(", ")})${isSqlite && !hasKey ? " WITHOUT ROWID" : ""}`,
    ...indexes.map(({ name: index, columns, where, isAcrossProjects }) => {
      const condition = where === undefined ? "" : ` WHERE ${where}`;
      // Indexes of SQLite end in the order of insertion by themselves.
      const ordered = hasKey && !isSqlite ? [...columns, "key"] : columns;
      return `CREATE INDEX ${name}_${index} ON ${name} (${isAcrossProjects ? columns.join(", ") : keys(ordered)})${condition}`;
    }),
    ...(isSqlite && table.isAppendOnly ? [refuseUpdates(name)] : []),
    ...(isSqlite || scope === "installation" || table.isOpen ? [] : secure(name)),
  ];
}

function refuseUpdates(table: string): string {
  return `CREATE TRIGGER ${table}_stay BEFORE UPDATE ON ${table}
    BEGIN SELECT RAISE(ABORT, 'Rows of ${table} are never updated.'); END`;
}

/** The statements that hide the rows of other projects from a transaction, even when a query forgets to. */
export function secure(...tables: readonly string[]): string[] {
  const isOwn = "project_id = NULLIF(current_setting('threadline.project_id', true), '')::bigint";
  return tables.flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_project ON ${table} USING (${isOwn}) WITH CHECK (${isOwn})`,
  ]);
}
