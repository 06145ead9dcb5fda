import type { Database } from "../../session/sqlite/database.ts";
import { testRecords } from "./test-records.ts";
import { type RecordWalk, union } from "./record-walk.ts";

const fetchedCandidates = 100_000;

/**
 * Counts the matching records. Two kinds of records are counted without a test and without a limit: all records if
 * there is no condition, and records in `exact` ranges of an index. All other records are tested. Returns undefined if
 * more than `limit` tested records match.
 */
export async function countTested(database: Database, walk: RecordWalk, limit: number): Promise<number | undefined> {
  const { base } = walk;
  if (base.test === undefined) return walk.count();
  if (base.candidates === undefined) {
    const found = await walk.take(true, { after: undefined, before: undefined }, limit + 1);
    return found.length > limit ? undefined : found.length;
  }
  const [exact, tested] = [
    base.candidates.filter((range) => range.exact),
    base.candidates.filter((range) => !range.exact),
  ];
  let count = 0;
  if (exact.length > 0) {
    const { sql, parameters } = union(exact);
    count = database.get<{ count: number }>(`SELECT count(*) AS count FROM (${sql})`, ...parameters)?.count ?? 0;
  }
  if (tested.length === 0) return count;
  const { sql, parameters } = union(tested);
  const page = `SELECT DISTINCT key FROM (${sql}) WHERE key > ? ORDER BY key LIMIT ${fetchedCandidates}`;
  let [matches, after] = [0, Number.MIN_SAFE_INTEGER];
  for (;;) {
    const keys = database.allArrays<[number]>(page, ...parameters, after).map(([key]) => key);
    // oxlint-disable-next-line no-await-in-loop -- other work runs between two slices
    for await (const found of testRecords(database, base, keys, (key) => key)) {
      matches += found.length;
      if (matches > limit) return undefined;
    }
    if (keys.length < fetchedCandidates) return count + matches;
    after = keys.at(-1) ?? after;
  }
}
