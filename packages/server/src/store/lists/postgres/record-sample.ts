import { planRanges, type RecordExtent } from "./drawn-ranges.ts";
import { alwaysExact } from "../record-counts.ts";
import type { Fragment, Session } from "../../session/postgres/session.ts";

/** Returns a statement that reads columns of the sampled rows `r`. `joins` joins further tables. */
export type SelectChosen = (columns: Fragment, joins?: string) => Fragment;

export interface ChosenRecords {
  readonly session: Session;
  readonly project: number;
  readonly select: SelectChosen;
}

export interface RecordSample<Found> {
  readonly found: Found;
  /** Number of matching records; an estimate when not all were read. */
  readonly recordCount: number;
  readonly isEstimate: boolean;
}

/** Number and key range of the records of a list. `drawn` is the number of records in a sample of the list. */
export interface DrawnExtent extends RecordExtent {
  readonly drawn: number;
}

export interface SampleOptions<Found extends { readonly count: number }> {
  readonly project: number;
  readonly table: string;
  /** Condition on `r` that an index supports: project, kind of record and creation time. */
  readonly base: Fragment;
  /** Whether `base` selects all records of the project in the table. */
  readonly isWhole: boolean;
  readonly matching: Fragment;
  /** Whether `matching` has conditions in addition to those of `base`. */
  readonly isNarrowed: boolean;
  readonly limit: number;
  /**
   * Maximum number of records that are tested with `matching` to find all matches. If more tests were needed, a sample
   * is read instead.
   */
  readonly tested: number;
  readonly extent: (make: () => Promise<DrawnExtent>) => Promise<DrawnExtent>;
  readonly read: (select: SelectChosen) => Promise<Found>;
}

/**
 * Factor for the upper bound of key hashes in {@link drawFrom}, which reads the records with hashes below the bound.
 * The number of these records varies, and could be lower than `limit` without this factor.
 */
const margin = 1.2;
/**
 * Maximum cost that PostgreSQL's planner may estimate for a statement that reads all matches. Reading a sample costs
 * about as much as this maximum, so a sample is read if the estimate is higher.
 */
const affordableCost = 25_000;

/**
 * Reads all matches if there are at most 10,000, and if finding them requires at most `tested` tests. Otherwise, reads
 * the matches among `limit` records that are evenly distributed over the list. If the records do not change, the sample
 * stays the same.
 */
export async function sampleRecords<Found extends { readonly count: number }>(
  session: Session,
  options: SampleOptions<Found>,
): Promise<RecordSample<Found>> {
  const { table, matching, isNarrowed, tested, read } = options;
  const whole = Math.min(tested, alwaysExact);
  const extent = await options.extent(() => measureExtent(session, options));
  const all = (most: number | null): SelectChosen => {
    return (columns, joins = "") => ({
      sql: `SELECT ${columns.sql} FROM ${table} r ${joins} WHERE ${matching.sql} LIMIT ?::bigint`,
      parameters: [...columns.parameters, ...matching.parameters, most],
    });
  };
  if (extent.count <= whole) return exactly(await read(all(null)));
  if (isNarrowed && (extent.count <= tested || (await isFew(session, table, matching, whole)))) {
    const found = await read(all(whole + 1));
    if (found.count <= whole) return exactly(found);
  }
  const drawn = drawFrom(options, extent);
  const found = await read((columns, joins = "") => ({
    sql: `SELECT ${columns.sql} FROM (${drawn.sql}) r ${joins}${isNarrowed ? ` WHERE ${matching.sql}` : ""}`,
    parameters: [...columns.parameters, ...drawn.parameters, ...(isNarrowed ? matching.parameters : [])],
  }));
  const share = isNarrowed ? found.count / Math.max(extent.drawn, 1) : 1;
  return { found, recordCount: Math.round(extent.count * share), isEstimate: true };
}

function exactly<Found extends { readonly count: number }>(found: Found): RecordSample<Found> {
  return { found, recordCount: found.count, isEstimate: false };
}

async function measureExtent<Found extends { readonly count: number }>(
  session: Session,
  options: SampleOptions<Found>,
): Promise<DrawnExtent> {
  const { table, base, limit } = options;
  const extent = await session.get<{ count: number; first: number | null; last: number | null }>(
    `SELECT count(*) AS count, min(r.key) AS first, max(r.key) AS last FROM ${table} r WHERE ${base.sql}`,
    ...base.parameters,
  );
  const { count = 0, first = null, last = null } = extent ?? {};
  if (first === null || last === null || count <= limit) return { count, first: 0, last: 0, drawn: count };
  const { sql, parameters } = drawFrom(options, { count, first, last });
  const counted = await session.get<{ drawn: number }>(`SELECT count(*) AS drawn FROM (${sql}) r`, ...parameters);
  return { count, first, last, drawn: counted?.drawn ?? 0 };
}

/** Whether there are at most `limit` matches, and the planner estimates that reading them is cheap enough. */
async function isFew(session: Session, table: string, { sql, parameters }: Fragment, limit: number): Promise<boolean> {
  const [row = {}] = await session.all<{ [column: string]: readonly { readonly Plan: PlanEstimate }[] }>(
    `EXPLAIN (FORMAT JSON) SELECT r.key FROM ${table} r WHERE ${sql}`,
    ...parameters,
  );
  const plan = Object.values(row)[0]?.[0]?.Plan;
  if (plan === undefined || plan["Total Cost"] > affordableCost) return false;
  if (plan["Plan Rows"] <= limit) return true;
  const counted = await session.get<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${table} r WHERE ${sql} LIMIT ?) m`,
    ...parameters,
    limit + 1,
  );
  return (counted?.count ?? 0) <= limit;
}

interface PlanEstimate {
  readonly "Total Cost": number;
  readonly "Plan Rows": number;
}

/**
 * Selects evenly distributed records of a list, usually by ranges of keys. The ranges are long if most records of the
 * table are not in the list. If they have more keys than the list has records, selects the records of the list whose
 * keys have the lowest hashes instead.
 */
function drawFrom<Found extends { readonly count: number }>(
  { project, table, base, isWhole, limit }: SampleOptions<Found>,
  extent: RecordExtent,
): Fragment {
  const { lows, highs, keys } = planRanges(extent, limit);
  if (isWhole || keys <= extent.count) {
    // `base` is tested outside of this subquery. With `base` in the subquery, PostgreSQL could read a whole index for
    // each range.
    const inRange = `SELECT r.* FROM ${table} r WHERE r.project_id = ? AND r.key >= w.low AND r.key < w.high OFFSET 0`;
    return {
      sql: `SELECT r.* FROM unnest(?::bigint[], ?::bigint[]) AS w (low, high) CROSS JOIN LATERAL (${inRange}) r
        WHERE ${base.sql} LIMIT ?`,
      parameters: [lows, highs, project, ...base.parameters, limit],
    };
  }
  const hash = "(hashint8(r.key)::bigint & 4294967295)";
  const bound = Math.ceil(((limit / extent.count) * margin + 0.001) * 2 ** 32);
  const lowest = `SELECT r.key FROM ${table} r WHERE ${base.sql} AND ${hash} < ?::float8 ORDER BY ${hash}, r.key LIMIT ?`;
  const found = `SELECT r.* FROM ${table} r WHERE r.project_id = ? AND r.key = k.key OFFSET 0`;
  return {
    sql: `SELECT x.* FROM (${lowest}) k CROSS JOIN LATERAL (${found}) x`,
    parameters: [...base.parameters, bound, limit, project],
  };
}
