import { type Expression, expressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { AccountStore, AuthCondition, AuthRow, AuthTable, AuthValue } from "../accounts.ts";
import { accountLogins, accounts, secondFactors, sessions as authSessions, verifications } from "../schema/accounts.ts";
import type { ColumnValue, TableShape } from "../schema/table.ts";
import type { Session, Sessions } from "../session/session.ts";

interface LibraryTable extends TableShape {
  toRow(record: object): { [column: string]: ColumnValue };
  toRecord(row: object): object;
}

const tables: { readonly [Name in AuthTable]: LibraryTable } = {
  user: accounts,
  session: authSessions,
  account: accountLogins,
  verification: verifications,
  twoFactor: secondFactors,
};

/** Values for fields that the authentication library (Better Auth) omits when it inserts a row. */
const initial: { readonly [Name in AuthTable]?: AuthRow } = {
  user: { twoFactorEnabled: false },
  twoFactor: { failedVerificationCount: 0 },
};

/** Limit of a query that reads all rows. No table has this many. */
const allRows = 2 ** 31;

/**
 * Type for queries on a table that is only known at runtime, because TypeScript cannot infer Kysely's types for such a
 * table. The type contains only `id`, which is a column of each table in {@link tables}.
 */
interface AnyTables {
  readonly rows: { readonly id: string };
}

export function createAuthRows(
  sessions: Sessions,
): Pick<AccountStore, "deleteRows" | "findRows" | "insertRow" | "updateRows"> {
  return {
    insertRow: (table, row) =>
      sessions.writeInstallation(async (session) => {
        for (const field of Object.keys(row)) columnOf(table, field);
        const values = tables[table].toRow({ ...initial[table], ...row });
        await session.run(
          anyOf(session)
            .insertInto(nameOf(table))
            .values(values as never),
        ); // the loop above has checked the columns
      }),

    findRows: (table, where, { limit = allRows, offset = 0, orderBy } = {}) =>
      sessions.readInstallation((session) => {
        const query = select(session, table, where);
        if (orderBy === undefined) return read(session, table, query.orderBy("id").limit(limit).offset(offset));
        // Null sorts as the smallest value.
        const ordered = query.orderBy(columnOf(table, orderBy.field), (order) =>
          orderBy.direction === "asc" ? order.asc().nullsFirst() : order.desc().nullsLast(),
        );
        return read(session, table, ordered.orderBy("id").limit(limit).offset(offset));
      }),

    updateRows: (table, where, values) =>
      sessions.writeInstallation(async (session) => {
        const changed = await lock(session, table, where);
        const set = Object.entries(values).map(([field, value]) => [columnOf(table, field), toBindable(value)]);
        if (set.length > 0) {
          const update = anyOf(session)
            .updateTable(nameOf(table))
            .set(Object.fromEntries(set) as object);
          await session.run(update.where(session.dialect.isIn("id", changed.ids)));
        }
        return read(session, table, select(session, table, changed.where).orderBy("id"));
      }),

    deleteRows: (table, where) =>
      sessions.writeInstallation(async (session) => {
        const { rows, ids } = await lock(session, table, where);
        await session.run(anyOf(session).deleteFrom(nameOf(table)).where(session.dialect.isIn("id", ids)));
        return rows;
      }),
  };
}

type Query = SelectQueryBuilder<AnyTables, "rows", object>;

function select(session: Session, table: AuthTable, where: readonly AuthCondition[]): Query {
  const columns = tables[table].columns.map(({ name }) => name) as "id"[]; // in the types, `id` represents any column
  return anyOf(session)
    .selectFrom(nameOf(table))
    .select(columns)
    .where((eb) => eb.and(where.map((condition) => toExpression(session, table, condition))));
}

async function read(session: Session, table: AuthTable, query: Query): Promise<AuthRow[]> {
  return (await session.all(query)).map((row) => tables[table].toRecord(row) as AuthRow); // columns have such values
}

/** Selects the rows that match the conditions, and locks them until the transaction ends. */
async function lock(
  session: Session,
  table: AuthTable,
  where: readonly AuthCondition[],
): Promise<{ readonly rows: AuthRow[]; readonly ids: readonly string[]; readonly where: readonly AuthCondition[] }> {
  const rows = await read(session, table, session.dialect.forUpdate(select(session, table, where).orderBy("id")));
  const ids = rows.map(({ id }) => id as string); // every table has an id
  return { rows, ids, where: [{ field: "id", operator: "in", value: ids }] };
}

function toExpression(
  { dialect }: Session,
  table: AuthTable,
  { field, operator, value }: AuthCondition,
): Expression<SqlBool> {
  const column = columnOf(table, field);
  const values = (Array.isArray(value) ? value : [value]).map(toBindable);
  if (operator === "in") {
    return dialect.isIn(
      column,
      values.filter((each) => each !== null),
    );
  }
  const { eb } = expressionBuilder<AnyTables, "rows">();
  const [bound = null] = values;
  if (operator === "=" && bound === null) return eb(column, "is", null);
  return eb(column, operator === "!=" ? "is distinct from" : operator, bound as string); // the type of `id`
}

/**
 * Returns the column of a field. Field names come from code, never from a request, but are still checked before they
 * enter a statement.
 */
function columnOf(table: AuthTable, field: string): "id" {
  const column = tables[table].columns.find((each) => each.field === field);
  if (column === undefined) throw new Error(`The table "${table}" has no column "${field}".`);
  return column.name as "id"; // in the types, `id` represents any column
}

function nameOf(table: AuthTable): "rows" {
  return tables[table].name as unknown as "rows"; // in the types, `rows` represents any table
}

function anyOf(session: Session): Kysely<AnyTables> {
  return session.db as unknown as Kysely<AnyTables>; // in the types, `rows` represents any table
}

function toBindable(value: AuthValue): string | number | null {
  return typeof value === "boolean" ? Number(value) : value;
}
