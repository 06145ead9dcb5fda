import type { Parameter, Session } from "./session.ts";

/** Numbers of rows per statement: few sizes need few prepared statements, and combine to any number. */
const sizes = [128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1];

/** A statement that takes any number of rows. */
export interface RowStatement {
  /** The statement for a number of rows; the same text each time, so that to look it up costs little. */
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

/** Performs the statement for rows in their order, many at a time, and gives back what it returns. */
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
 * Locks the rows that are there and inserts those that are not, in one pass: as every transaction passes in the order of
 * the ids, two that meet wait for each other and never in a circle.
 */
export const insertOrLock = "ON CONFLICT (project_id, id) DO UPDATE SET id = EXCLUDED.id WHERE FALSE RETURNING id";

/** Replaces the rows, which are locked. */
export function replaceAll(columns: readonly string[]): string {
  const changed = columns.filter((column) => !["key", "project_id", "id"].includes(column));
  return `ON CONFLICT (project_id, id) DO UPDATE SET ${changed.map((column) => `${column} = EXCLUDED.${column}`).join(", ")}`;
}

/** Orders of insertion for new rows, ascending. */
export async function reserveKeys(session: Session, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const sql = `SELECT nextval('${table}_key_seq') AS key FROM generate_series(1, ?)`;
  return (await session.all<{ key: number }>(sql, count)).map(({ key }) => key);
}

/** In the order of the ids, which is that of the locks. */
export function sortById<Item extends { readonly id: string }>(items: Iterable<Item>): Item[] {
  return [...items].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
