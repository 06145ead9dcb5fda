import type { AccountStore, AuthCondition, AuthRow, AuthTable, AuthValue } from "../accounts.ts";
import { authShapes } from "../auth-shapes.ts";
import type { Database, Parameter } from "./database.ts";

type AuthRows = Pick<AccountStore, "deleteRows" | "findRows" | "insertRow" | "updateRows">;

/** The tables of the authentication library as it asks for them: by conditions on columns. */
export function createAuthRows(database: Database): AuthRows {
  function select(table: AuthTable, where: readonly AuthCondition[], tail = ""): AuthRow[] {
    const { name, columns } = authShapes[table];
    const condition = conditionOf(table, where);
    return database
      .all<AuthRow>(`SELECT ${columns.join(", ")} FROM ${name} WHERE ${condition.sql}${tail}`, ...condition.parameters)
      .map(fromRow);
  }

  return {
    insertRow: (table, row) =>
      database.write(() => {
        const fields = Object.keys(row).map((field) => columnOf(table, field));
        database.run(
          `INSERT INTO ${authShapes[table].name} (${fields.join(", ")}) VALUES (${fields.map(() => "?").join(", ")})`,
          ...Object.values(row).map(toParameter),
        );
      }),

    async findRows(table, where, { limit, offset, orderBy } = {}) {
      const order = orderBy ? ` ORDER BY ${columnOf(table, orderBy.field)} ${orderBy.direction}` : "";
      const page = limit === undefined && offset === undefined ? "" : ` LIMIT ${limit ?? -1} OFFSET ${offset ?? 0}`;
      return select(table, where, order + page);
    },

    updateRows: (table, where, values) =>
      database.write(() => {
        const ids = select(table, where).map(({ id }) => id ?? null);
        const fields = Object.keys(values).map((field) => `${columnOf(table, field)} = ?`);
        const changed: AuthCondition[] = [{ field: "id", operator: "in", value: ids }];
        if (fields.length > 0 && ids.length > 0) {
          const condition = conditionOf(table, changed);
          database.run(
            `UPDATE ${authShapes[table].name} SET ${fields.join(", ")} WHERE ${condition.sql}`,
            ...Object.values(values).map(toParameter),
            ...condition.parameters,
          );
        }
        return select(table, changed);
      }),

    deleteRows: (table, where) =>
      database.write(() => {
        const rows = select(table, where);
        const condition = conditionOf(table, where);
        database.run(`DELETE FROM ${authShapes[table].name} WHERE ${condition.sql}`, ...condition.parameters);
        return rows;
      }),
  };
}

/** Names come from code, never from a request; still, none but a column enters a statement. */
function columnOf(table: AuthTable, field: string): string {
  if (!authShapes[table].columns.includes(field)) throw new Error(`The table "${table}" has no column "${field}".`);
  return field;
}

function conditionOf(
  table: AuthTable,
  where: readonly AuthCondition[],
): { readonly sql: string; readonly parameters: readonly Parameter[] } {
  const parts: string[] = [];
  const parameters: Parameter[] = [];
  for (const { field, operator, value } of where) {
    const column = columnOf(table, field);
    if (operator === "in") {
      const values = Array.isArray(value) ? value : [value];
      parts.push(`${column} IN (${values.map(() => "?").join(", ")})`);
      parameters.push(...values.map(toParameter));
    } else {
      // Null compares by IS alone.
      parts.push(`${column} ${{ "=": "IS", "!=": "IS NOT" }[operator as string] ?? operator} ?`);
      parameters.push(toParameter(value as AuthValue)); // a list goes with `in` only
    }
  }
  return { sql: parts.length > 0 ? parts.join(" AND ") : "TRUE", parameters };
}

function toParameter(value: AuthValue): Parameter {
  return typeof value === "boolean" ? Number(value) : value;
}

/** Columns that hold 0 or 1. */
const truths: readonly string[] = ["emailVerified", "twoFactorEnabled", "verified"];

function fromRow(row: AuthRow): AuthRow {
  const entries = Object.entries(row).map(([name, value]) => [name, truths.includes(name) ? value === 1 : value]);
  return Object.fromEntries(entries) as AuthRow; // as it was, but for them
}
