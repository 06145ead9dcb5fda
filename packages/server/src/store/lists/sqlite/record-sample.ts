import type { Fragment, Database } from "../../session/sqlite/database.ts";
import type { CandidateRange, WalkBase } from "./record-walk.ts";
import { alwaysExact } from "../record-counts.ts";
import { testRecords } from "./test-records.ts";

export interface RecordSample {
  readonly keys: readonly number[];
  /** Number of matching records; an estimate when not all were read. */
  readonly recordCount: number;
  readonly isEstimate: boolean;
}

export interface SampledKeys {
  readonly database: Database;
  readonly project: number;
  readonly keys: readonly number[];
}

export interface SampleOptions {
  readonly limit: number;
  /**
   * Maximum number of records that are tested to find all matches. If more tests were needed, the result is a sample.
   */
  readonly tested: number;
  readonly count: (part: string, make: () => number) => Promise<number>;
}

/**
 * Maximum number of candidates whose keys are all read, to select evenly spaced keys for the sample. Of more
 * candidates, those whose keys have the lowest hashes are selected.
 */
const fetchedCandidates = 100_000;
/**
 * Number of keys tried for each row of a sample, because keys of deleted records and of other projects match no record.
 */
const drawsPerRow = 4;
/**
 * Number of adjacent rows that are read together. Adjacent rows are in the same pages of the file. Reading the same
 * number of rows from separate pages would take more than twice as long.
 */
const neighbors = 4;

/**
 * Returns the keys of all matches if there are at most 10,000, and if finding them requires at most `tested` tests.
 * Otherwise, returns the matches in a sample of about `limit` records. The sample is evenly distributed over the list
 * or, if an index finds candidates, over the candidates. If the records do not change, the sample stays the same.
 */
export async function sampleRecords(database: Database, base: WalkBase, options: SampleOptions): Promise<RecordSample> {
  const { limit, tested } = options;
  const ranges: readonly CandidateRange[] = base.candidates ?? [{ ...base.all, exact: base.test === undefined }];
  const few = drawFrom(ranges, (range) => keysOf(database, range, (range.exact ? alwaysExact : tested) + 1));
  if (few.sure.length <= alwaysExact && few.unsure.length <= tested) {
    const keys = [...new Set([...few.sure, ...(await test(database, base, few.unsure))])];
    if (keys.length <= alwaysExact) return { keys, recordCount: keys.length, isEstimate: false };
  }
  const total = await options.count("base", () => sum(ranges.map((range) => countOf(database, range))));
  const spread = base.candidates === undefined ? draw(database, base, limit) : undefined;
  const drawn = drawFrom(ranges, (range) => spread ?? choose(database, range, total, limit));
  const keys = [...drawn.sure, ...(await test(database, base, drawn.unsure))];
  const drawnCount = drawn.sure.length + drawn.unsure.length;
  const recordCount = drawn.unsure.length === 0 ? total : Math.round((keys.length * total) / Math.max(drawnCount, 1));
  return { keys, recordCount, isEstimate: true };
}

function drawFrom(
  ranges: readonly CandidateRange[],
  keysFrom: (range: CandidateRange) => readonly number[],
): { readonly sure: readonly number[]; readonly unsure: readonly number[] } {
  const [exact, others] = [ranges.filter((range) => range.exact), ranges.filter((range) => !range.exact)];
  return { sure: exact.flatMap(keysFrom), unsure: others.flatMap(keysFrom) };
}

function keysOf(database: Database, { sql, parameters }: Fragment, limit: number): number[] {
  const rows = database.allArrays<[number]>(`SELECT key FROM (${sql}) LIMIT ?`, ...parameters, limit);
  return rows.map(([key]) => key);
}

function countOf(database: Database, { sql, parameters }: Fragment): number {
  return database.get<{ count: number }>(`SELECT count(*) AS count FROM (${sql})`, ...parameters)?.count ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Returns keys of records that are evenly distributed between the first and the last key. Undefined if most of these
 * keys belong to records outside of the list.
 */
function draw(database: Database, { table, key, project, all, bounds }: WalkBase, limit: number): number[] | undefined {
  const isBounded = bounds.parameters.length > 0;
  const ends = isBounded
    ? `SELECT min(key) AS first, max(key) AS last FROM (${all.sql})`
    : `SELECT (SELECT min(${key}) FROM ${table}) AS first, (SELECT max(${key}) FROM ${table}) AS last`;
  const span = database.get<{ first: number; last: number }>(ends, ...(isBounded ? all.parameters : []));
  if (span === undefined) return undefined;
  const { first, last } = span;
  const keys = new Set<number>();
  const size = last - first + 1;
  for (let index = 1; index <= (drawsPerRow * limit) / neighbors; index += 1) {
    const start = first + Math.floor(((index * goldenRatio) % 1) * size);
    for (let place = 0; place < neighbors; place += 1) keys.add(start + place);
  }
  const rows = `
    SELECT r.${key} AS key, r.created_at AS value FROM json_each(?) k CROSS JOIN ${table} r ON r.${key} = k.value
    WHERE r.project_id = ?`;
  const sql = `SELECT key FROM (${rows}) WHERE ${bounds.sql} LIMIT ?`;
  const found = database.allArrays<[number]>(sql, JSON.stringify([...keys]), project, ...bounds.parameters, limit);
  return found.length < limit / 2 ? undefined : found.map(([row]) => row).toSorted((one, other) => one - other);
}

/** Multiples of this number modulo 1 are evenly distributed, for any number of them. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

function choose(database: Database, range: Fragment, total: number, limit: number): number[] {
  const all =
    total <= fetchedCandidates ? keysOf(database, range, fetchedCandidates) : hashed(database, range, total, limit);
  const share = total <= fetchedCandidates ? limit / total : 1;
  return all.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

/** Returns the keys of a sample of about `limit` rows: those of the `total` rows whose keys have the lowest hashes. */
function hashed(database: Database, { sql, parameters }: Fragment, total: number, limit: number): number[] {
  const share = Math.ceil((limit / total) * 2 ** 32);
  const chosen = `SELECT key FROM (${sql}) WHERE ((key * 2654435761) & 4294967295) < ?`;
  return database.allArrays<[number]>(chosen, ...parameters, share).map(([key]) => key);
}

async function test(database: Database, base: WalkBase, keys: readonly number[]): Promise<readonly number[]> {
  const matches: number[] = [];
  for await (const found of testRecords(database, base, keys, (key) => key)) matches.push(...found);
  return matches;
}
