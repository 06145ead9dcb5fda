import type { AccountStore, AuthCondition, AuthRow, AuthTable, AuthValue } from "../accounts.ts";
import { authShapes } from "../auth-shapes.ts";
import type { Database } from "./database.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Fragment, Parameter, Session } from "./session.ts";

type AuthRows = Pick<AccountStore, "deleteRows" | "findRows" | "insertRow" | "updateRows">;

/** The tables of the authentication library as it asks for them: by conditions on columns. */
export function createAuthRows(database: Database): AuthRows {
  return {
    insertRow: (table, row) =>
      database.write(null, async (session) => {
        const columns = Object.keys(row).map((field) => columnOf(table, field));
        await session.run(
          `INSERT INTO ${nameOf(table)} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
          ...Object.values(row),
        );
      }),

    findRows: (table, where, { limit, offset, orderBy } = {}) =>
      database.read(null, (session) => {
        const tail = `${orderOf(table, orderBy)} LIMIT ?::bigint OFFSET ?::bigint`;
        return select(session, table, where, { sql: tail, parameters: [limit ?? null, offset ?? null] });
      }),

    updateRows: (table, where, values) =>
      database.write(null, async (session) => {
        const ids = (await select(session, table, where, forUpdate)).map(({ id }) => id ?? null);
        const changed: AuthCondition[] = [{ field: "id", operator: "in", value: ids }];
        const columns = Object.keys(values).map((field) => `${columnOf(table, field)} = ?`);
        if (columns.length > 0 && ids.length > 0) {
          const condition = conditionOf(table, changed);
          await session.run(
            `UPDATE ${nameOf(table)} SET ${columns.join(", ")} WHERE ${condition.sql}`,
            ...Object.values(values),
            ...condition.parameters,
          );
        }
        return select(session, table, changed);
      }),

    deleteRows: (table, where) =>
      database.write(null, async (session) => {
        const rows = await select(session, table, where, forUpdate);
        await session.run(
          `DELETE FROM ${nameOf(table)} WHERE id = ANY(?)`,
          rows.map(({ id }) => id ?? null),
        );
        return rows;
      }),
  };
}

const byId: Fragment = { sql: " ORDER BY id", parameters: [] };
const forUpdate: Fragment = { sql: " ORDER BY id FOR UPDATE", parameters: [] };

function select(
  session: Session,
  table: AuthTable,
  where: readonly AuthCondition[],
  tail: Fragment = byId,
): Promise<AuthRow[]> {
  const condition = conditionOf(table, where);
  const columns = authShapes[table].columns.map(toSnakeCase);
  return session.all<AuthRow>(
    `SELECT ${columns.join(", ")} FROM ${nameOf(table)} WHERE ${condition.sql}${tail.sql}`,
    ...condition.parameters,
    ...tail.parameters,
  );
}

function nameOf(table: AuthTable): string {
  return toSnakeCase(authShapes[table].name);
}

/** Names come from code, never from a request; still, none but a column enters a statement. */
function columnOf(table: AuthTable, field: string): string {
  if (!authShapes[table].columns.includes(field)) throw new Error(`The table "${table}" has no column "${field}".`);
  return toSnakeCase(field);
}

type OrderBy = NonNullable<Parameters<AccountStore["findRows"]>[2]>["orderBy"];

/** Null is the least. */
function orderOf(table: AuthTable, orderBy: OrderBy): string {
  if (orderBy === undefined) return " ORDER BY id";
  const nulls = orderBy.direction === "asc" ? "FIRST" : "LAST";
  return ` ORDER BY ${columnOf(table, orderBy.field)} ${orderBy.direction} NULLS ${nulls}, id`;
}

function conditionOf(table: AuthTable, where: readonly AuthCondition[]): Fragment {
  const parts: string[] = [];
  const parameters: Parameter[] = [];
  for (const { field, operator, value } of where) {
    const column = columnOf(table, field);
    if (operator === "in") {
      parts.push(`${column} = ANY(?)`);
      parameters.push((Array.isArray(value) ? value : [value]) as AuthValue[]); // the type of an array survives no check
    } else if (value === null) {
      parts.push(`${column} ${{ "=": "IS", "!=": "IS NOT" }[operator as string] ?? operator} NULL`);
    } else {
      parts.push(`${column} ${operator === "!=" ? "IS DISTINCT FROM" : operator} ?`);
      parameters.push(value);
    }
  }
  return { sql: parts.length > 0 ? parts.join(" AND ") : "TRUE", parameters };
}
