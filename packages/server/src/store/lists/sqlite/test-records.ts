import type { Database, Fragment } from "../../session/sqlite/database.ts";
import { sliceTime } from "../../session/sqlite/read-turns.ts";

/** Rows `r` of a table to test. Without a `test`, all rows match. */
export interface TestedRecords {
  readonly table: string;
  readonly key: string;
  readonly project: number;
  readonly test: Fragment | undefined;
}

/** Minimum number of records in a slice. The last slice may be smaller. */
const minSlice = 128;
const maxSlice = 65_536;

/** Yields the items whose records pass the test, in order. Other work runs between slices. */
export async function* testRecords<Item>(
  database: Database,
  { table, key, project, test }: TestedRecords,
  items: readonly Item[],
  keyOf: (item: Item) => number,
): AsyncGenerator<readonly Item[]> {
  if (test === undefined) return yield items;
  const sql = `
    SELECT r.${key} AS key FROM json_each(?) k CROSS JOIN ${table} r ON r.${key} = k.value
    WHERE r.project_id = ? AND ${test.sql}`;
  let size = minSlice;
  for (let start = 0; start < items.length;) {
    const startedAt = performance.now();
    const slice = items.slice(start, start + size);
    const found = database.allArrays<[number]>(sql, JSON.stringify(slice.map(keyOf)), project, ...test.parameters);
    const matches = new Set(found.map(([match]) => match));
    if (matches.size > 0) yield slice.filter((item) => matches.has(keyOf(item)));
    start += slice.length;
    // The last slice needs no pause for other work.
    if (start >= items.length) return;
    const elapsed = performance.now() - startedAt;
    // The first slice is small, because it is unknown how long a test takes.
    if (elapsed < sliceTime / 8) size = Math.min(size * 4, maxSlice);
    else if (elapsed < sliceTime / 2) size = Math.min(size * 2, maxSlice);
    else if (elapsed > sliceTime) size = Math.max(Math.floor(size / 2), minSlice);
    await database.turns.next(project);
  }
}
