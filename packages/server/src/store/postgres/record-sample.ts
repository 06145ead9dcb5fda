import type { Fragment, Session } from "./session.ts";

/** Matching records to take numbers from. */
export interface RecordSample {
  readonly keys: readonly number[];
  /** How many records match; an estimate when not all were looked at. */
  readonly recordCount: number;
  readonly isEstimate: boolean;
}

export interface SampleOptions {
  readonly table: string;
  /** The condition on `r` that an index answers: the project and the time of creation. */
  readonly base: Fragment;
  /** All conditions. */
  readonly matching: Fragment;
  /** Whether `matching` asks more than `base`. */
  readonly isNarrowed: boolean;
  /** How many records are looked at. */
  readonly limit: number;
  /** Counts the base, or remembers its count. */
  readonly count: (make: () => Promise<number>) => Promise<number>;
}

/** How many more than are wanted hash low enough, so that enough do. */
const margin = 1.2;
/** The planner's estimate for a statement that reads at most about as many rows as a sample does. */
const affordableCost = 25_000;

/**
 * The keys of all matches when few records have to be read for them, else those among `limit` records that are spread
 * evenly over the list. The same records give the same sample.
 */
export async function sampleRecords(session: Session, options: SampleOptions): Promise<RecordSample> {
  const { table, base, matching, isNarrowed, limit, count } = options;
  const few = await keysOf(session, table, base, limit + 1);
  const isShort = few.length <= limit;
  if (isShort && !isNarrowed) return exactly(few);
  if (isShort || (isNarrowed && (await isAffordable(session, table, matching)))) {
    const all = await keysOf(session, table, matching, limit + 1);
    if (all.length <= limit) return exactly(all);
  }
  const total = await count(async () => {
    const sql = `SELECT count(*) AS count FROM ${table} r WHERE ${base.sql}`;
    return (await session.get<{ count: number }>(sql, ...base.parameters))?.count ?? 0;
  });
  const drawn = await draw(session, options, total);
  const keys = isNarrowed
    ? await keysOf(session, table, {
        sql: `${matching.sql} AND r.key = ANY(?)`,
        parameters: [...matching.parameters, drawn],
      })
    : drawn;
  const recordCount = isNarrowed ? Math.round((keys.length * total) / Math.max(drawn.length, 1)) : total;
  return { keys, recordCount, isEstimate: true };
}

function exactly(keys: readonly number[]): RecordSample {
  return { keys, recordCount: keys.length, isEstimate: false };
}

async function keysOf(
  session: Session,
  table: string,
  { sql, parameters }: Fragment,
  limit: number | null = null,
): Promise<number[]> {
  const statement = `SELECT r.key FROM ${table} r WHERE ${sql} LIMIT ?::bigint`;
  return (await session.all<{ key: number }>(statement, ...parameters, limit)).map(({ key }) => key);
}

/** Whether the planner has an index, or so few rows, that all matches can be read. */
async function isAffordable(session: Session, table: string, { sql, parameters }: Fragment): Promise<boolean> {
  const rows = await session.all<{ queryPlan: readonly { readonly Plan: { readonly "Total Cost": number } }[] }>(
    `EXPLAIN (FORMAT JSON) SELECT r.key FROM ${table} r WHERE ${sql}`,
    ...parameters,
  );
  const [row] = rows;
  const plan = row === undefined ? undefined : Object.values(row)[0]?.[0];
  return (plan?.Plan["Total Cost"] ?? Number.POSITIVE_INFINITY) <= affordableCost;
}

/** Records of the base whose keys hash lowest: an even share, whatever repeats itself along the list. */
function draw(session: Session, { table, base, limit }: SampleOptions, total: number): Promise<number[]> {
  const hash = "(hashint8(r.key)::bigint & 4294967295)";
  const bound = Math.ceil(((limit / Math.max(total, 1)) * margin + 0.001) * 2 ** 32);
  const sql = `${base.sql} AND ${hash} < ?::float8 ORDER BY ${hash}, r.key`;
  return keysOf(session, table, { sql, parameters: [...base.parameters, bound] }, limit);
}
