import type { Parameter, Session } from "./session.ts";

/**
 * Numbers of rows per statement. Statements of these few sizes can insert any number of rows, so few statements have to
 * be prepared.
 */
const sizes = [128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1];

export interface RowStatement {
  /**
   * Returns the statement that inserts this number of rows. Always returns the same string object for a number, so that
   * the lookup of the prepared statement's name is fast.
   */
  readonly of: (rows: number) => string;
}

export function rowStatement(table: string, columns: readonly string[], tail: string): RowStatement {
  const head = `INSERT INTO ${table} (${columns.join(", ")}) OVERRIDING SYSTEM VALUE VALUES `;
  const texts = new Map<number, string>();
  return {
    of(rows) {
      const known = texts.get(rows);
      if (known !== undefined) return known;
      const values = Array.from({ length: rows }, (_, row) => {
        const places = columns.map((_column, column) => `$${row * columns.length + column + 1}`);
        return `(${places.join(", ")})`;
      });
      const text = `${head}${values.join(", ")} ${tail}`;
      texts.set(rows, text);
      return text;
    },
  };
}

/**
 * Inserts rows in order, and resolves to the returned rows. Executes the statement several times, with up to 128 rows
 * each time.
 */
export async function insertRows<Returned>(
  session: Session,
  statement: RowStatement,
  rows: readonly (readonly Parameter[])[],
): Promise<Returned[]> {
  const returned: Returned[] = [];
  for (let start = 0, size = 0; start < rows.length; start += size) {
    const left = rows.length - start;
    size = sizes.find((each) => each <= left) ?? 1;
    const values = rows.slice(start, start + size).flat();
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    returned.push(...(await session.all<Returned>(statement.of(size), ...values)));
  }
  return returned;
}

/**
 * Locks existing rows and inserts missing ones in one pass. Rows have to be in id order, so that concurrent
 * transactions wait for each other without deadlocks.
 */
export const insertOrLock = "ON CONFLICT (project_id, id) DO UPDATE SET id = EXCLUDED.id WHERE FALSE RETURNING id";

/** Returns the clause that replaces all columns of existing rows. The transaction must have locked the rows. */
export function replaceAll(columns: readonly string[]): string {
  const changed = columns.filter((column) => !["key", "project_id", "id"].includes(column));
  return `ON CONFLICT (project_id, id) DO UPDATE SET ${changed.map((column) => `${column} = EXCLUDED.${column}`).join(", ")}`;
}

/** Reserves ascending keys for new rows. The keys have the order of insertion. */
export async function reserveKeys(session: Session, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const sql = `SELECT nextval('${table}_key_seq') AS key FROM generate_series(1, ?)`;
  return (await session.all<{ key: number }>(sql, count)).map(({ key }) => key);
}

/** Sorts by id, which is the order in which rows are locked. */
export function sortById<Item extends { readonly id: string }>(items: Iterable<Item>): Item[] {
  return [...items].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
