import { setImmediate as nextTurn } from "node:timers/promises";
import type { Position } from "../../cursor.ts";
import type { Fragment } from "./fragment.ts";
import type { Database } from "../../sqlite/database.ts";

/** Maximum duration of a slice, in milliseconds, and its minimum and maximum number of candidates. */
const sliceTime = 8;
const sliceSize = { least: 128, most: 65_536 };

/** Those of the candidates that pass the test, in their order; other work may run between two slices of them. */
export async function* testCandidates(
  database: Database,
  {
    table,
    key,
    project,
    test,
  }: { readonly table: string; readonly key: string; readonly project: number; readonly test: Fragment },
  candidates: readonly Position[],
): AsyncGenerator<Position[]> {
  const sql = `
    SELECT r.${key} AS key FROM json_each(?) k CROSS JOIN ${table} r ON r.${key} = k.value
    WHERE r.project_id = ? AND ${test.sql}`;
  let size = sliceSize.least;
  for (let start = 0; start < candidates.length;) {
    const startedAt = performance.now();
    const slice = candidates.slice(start, start + size);
    const keys = JSON.stringify(slice.map((position) => position.key));
    const found = database.allArrays<[number]>(sql, keys, project, ...test.parameters);
    const matches = new Set(found.map(([match]) => match));
    if (matches.size > 0) yield slice.filter((position) => matches.has(position.key));
    start += slice.length;
    const elapsed = performance.now() - startedAt;
    if (elapsed < sliceTime / 2) size = Math.min(size * 2, sliceSize.most);
    else if (elapsed > sliceTime) size = Math.max(Math.floor(size / 2), sliceSize.least);
    await nextTurn();
  }
}
