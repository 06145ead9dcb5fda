import { readQueuedSteps } from "./search-queue.ts";
import type { SearchTerm } from "./search-terms.ts";
import { findColumn, placesWhere } from "./search-columns.ts";
import {
  everyPlace,
  intersect,
  listPlaces,
  type PlaceSet,
  readPlaces,
  readSteps,
  segmentSize,
  unite,
} from "./search-segment.ts";
import type { Session } from "../../session/postgres/session.ts";

/** Maximum number of steps that are tested one by one. With more, the list is scanned instead. */
export const maxCandidates = 20_000;
/**
 * Number of candidates above which {@link findCandidates} checks whether many of the newest records match. If so, a
 * scan of the newest records fills a page sooner than testing all candidates.
 */
const fewCandidates = 200;
/** Number of index segments (blocks of steps that are indexed together) that are searched at a time. */
const segmentsAtOnce = 64;
const manySteps = 128;
const keyBytes = 8;
/**
 * Maximum number of buckets that are read for each list in {@link SearchTerm.alternatives}. The rarest buckets are
 * read, because they exclude the most steps.
 */
const readBuckets = 4;

interface SegmentName {
  readonly key: number;
  readonly period: number;
}

/** List of the steps in one bucket of an index segment: a range of the segment's `postings`. */
interface Piece {
  readonly segment: number;
  readonly bucket: number;
  readonly from: number;
  readonly length: number;
}

const ofSegment = (column: string): string => `
  SELECT x.${column} FROM search_segments x WHERE x.project_id = $1 AND x.key = w.key AND x.period = w.period OFFSET 0`;
const selectNames = "SELECT key, period FROM search_segments WHERE project_id = ? ORDER BY key DESC";
const selectBounds = `
  SELECT w.segment, b.bucket, substring(g.starts FROM b.bucket * 4 + 1 FOR 8) AS bounds
  FROM unnest($2::int[], $3::bigint[], $4::int[]) AS w (segment, key, period)
  CROSS JOIN LATERAL (${ofSegment("starts")}) g CROSS JOIN unnest($5::int[]) AS b (bucket)`;
const selectPieces = `
  SELECT w.segment, w.bucket, substring(g.postings FROM w.start + 1 FOR w.length) AS posting
  FROM unnest($2::int[], $3::bigint[], $4::int[], $5::int[], $6::int[], $7::int[])
    AS w (segment, key, period, bucket, start, length)
  CROSS JOIN LATERAL (${ofSegment("postings")}) g`;
const selectPaths = `
  SELECT w.segment, g.paths FROM unnest($2::int[], $3::bigint[], $4::int[]) AS w (segment, key, period)
  CROSS JOIN LATERAL (${ofSegment("paths")}) g`;
const selectColumns = `
  SELECT w.segment, substring(g.columns FROM w.start + 1 FOR w.length) AS piece
  FROM unnest($2::int[], $3::bigint[], $4::int[], $5::int[], $6::int[]) AS w (segment, key, period, start, length)
  CROSS JOIN LATERAL (${ofSegment("columns")}) g`;
const selectSteps = `
  SELECT w.range, substring(g.steps FROM w.start + 1 FOR w.length) AS steps
  FROM unnest($2::int[], $3::bigint[], $4::int[], $5::int[], $6::int[]) AS w (range, key, period, start, length)
  CROSS JOIN LATERAL (${ofSegment("steps")}) g`;

/**
 * Returns the keys of all steps that may meet all terms, including steps that are not indexed yet. Undefined if a scan
 * is faster: for example, if there are more than `most` such steps, or if `isCommon` resolves to true. `isCommon` tests
 * whether many of the newest records match.
 */
export async function findCandidates(
  session: Session,
  project: number,
  terms: readonly SearchTerm[],
  isCommon: () => Promise<boolean>,
  most: number = maxCandidates,
): Promise<readonly number[] | undefined> {
  const [names, queued] = await Promise.all([
    session.all<SegmentName>(selectNames, project),
    readQueuedSteps(session, project, maxCandidates),
  ]);
  if (names.length === 0 || queued === undefined) return undefined;
  const keys = new Set(queued);
  const limit = keys.size + fewCandidates;
  let isAsked = false;
  // Reads the newest segment alone first. If many of its steps match, the other segments need not be read.
  for (let start = 0, size = 1; start < names.length; start += size, size = segmentsAtOnce) {
    const part = names.slice(start, start + size);
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    for (const key of await new SegmentReader(session, project, part).find(terms)) keys.add(key);
    if (keys.size > most) return undefined;
    if (keys.size <= limit || isAsked) continue;
    isAsked = true;
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (await isCommon()) return undefined;
  }
  return [...keys];
}

class SegmentReader {
  readonly #session: Session;
  readonly #project: number;
  readonly #names: readonly SegmentName[];

  constructor(session: Session, project: number, names: readonly SegmentName[]) {
    this.#session = session;
    this.#project = project;
    this.#names = names;
  }

  async find(terms: readonly SearchTerm[]): Promise<number[]> {
    const found = new Map<number, readonly number[]>();
    const [{ pieces, sets }, ...columns] = await Promise.all([
      this.#setsOf(terms),
      ...terms.map((term) => this.#columnOf(term)),
    ]);
    for (const segment of this.#names.keys()) {
      const passing = terms.flatMap(({ alternatives }, index) => {
        const column = columns[index]?.get(segment);
        if (column !== undefined) return [column];
        if (alternatives === undefined) return [];
        const chosen = alternatives.flatMap((buckets) => {
          const rare = rarest(pieces.get(segment), buckets);
          return rare === undefined
            ? []
            : [intersect(rare.map((piece) => sets.get(nameOf(piece)) ?? new Uint8Array()))];
        });
        return [unite(chosen)];
      });
      const places = listPlaces(passing.length === 0 ? everyPlace : intersect(passing));
      if (places.length > 0) found.set(segment, places);
    }
    return this.#keysAt(found);
  }

  async #setsOf(terms: readonly SearchTerm[]) {
    const pieces = await this.#pieces(terms);
    return { pieces, sets: await this.#read(pieces, terms) };
  }

  /** Finds the list of steps of each bucket of the terms, in each segment of the index. Leaves out empty lists. */
  async #pieces(terms: readonly SearchTerm[]): Promise<ReadonlyMap<number, ReadonlyMap<number, Piece>>> {
    const buckets = [...new Set(terms.flatMap(({ alternatives = [] }) => alternatives.flat()))];
    if (buckets.length === 0) return new Map();
    const rows = await this.#session.all<{ segment: number; bucket: number; bounds: Buffer }>(
      selectBounds,
      this.#project,
      ...this.#named([...this.#names.keys()]),
      buckets,
    );
    const pieces = new Map<number, Map<number, Piece>>();
    for (const { segment, bucket, bounds } of rows) {
      const from = bounds.readUInt32BE(0);
      const length = bounds.readUInt32BE(4) - from;
      if (length === 0) continue;
      const known = pieces.get(segment) ?? new Map<number, Piece>();
      pieces.set(segment, known.set(bucket, { segment, bucket, from, length }));
    }
    return pieces;
  }

  async #read(
    pieces: ReadonlyMap<number, ReadonlyMap<number, Piece>>,
    terms: readonly SearchTerm[],
  ): Promise<ReadonlyMap<string, PlaceSet>> {
    const wanted = new Map<string, Piece>();
    for (const some of pieces.values()) {
      const alternatives = terms.flatMap((term) => term.alternatives ?? []);
      for (const piece of alternatives.flatMap((buckets) => rarest(some, buckets) ?? []))
        wanted.set(nameOf(piece), piece);
    }
    if (wanted.size === 0) return new Map();
    const all = [...wanted.values()];
    const rows = await this.#session.all<{ segment: number; bucket: number; posting: Uint8Array }>(
      selectPieces,
      this.#project,
      ...this.#named(all.map(({ segment }) => segment)),
      all.map(({ bucket }) => bucket),
      all.map(({ from }) => from),
      all.map(({ length }) => length),
    );
    return new Map(rows.map((row) => [nameOf(row), readPlaces(row.posting)]));
  }

  /**
   * Tests a term in each segment that has a column for the term's path. For each of these segments, returns the
   * positions of the matching steps. Undefined if the term has no test of a column.
   */
  async #columnOf({ column }: SearchTerm): Promise<ReadonlyMap<number, PlaceSet> | undefined> {
    if (column === undefined) return undefined;
    const all = await this.#session.all<{ segment: number; paths: string }>(
      selectPaths,
      this.#project,
      ...this.#named([...this.#names.keys()]),
    );
    const found = all.flatMap(({ segment, paths }) => {
      const place = findColumn(paths, column.path);
      return place === undefined ? [] : [{ segment, place }];
    });
    if (found.length === 0) return new Map();
    const rows = await this.#session.all<{ segment: number; piece: Uint8Array }>(
      selectColumns,
      this.#project,
      ...this.#named(found.map(({ segment }) => segment)),
      found.map(({ place: [from] }) => from),
      found.map(({ place: [, length] }) => length),
    );
    return new Map(rows.map(({ segment, piece }) => [segment, placesWhere(piece, column.test)]));
  }

  async #keysAt(found: ReadonlyMap<number, readonly number[]>): Promise<number[]> {
    if (found.size === 0) return [];
    const ranges = [...found].flatMap(([segment, places]) =>
      places.length < manySteps
        ? places.map((place) => ({ segment, start: place * keyBytes, length: keyBytes, places: [0] }))
        : [{ segment, start: 0, length: segmentSize * keyBytes, places }],
    );
    const [, keys, periods] = this.#named(ranges.map(({ segment }) => segment));
    const rows = await this.#session.all<{ range: number; steps: Uint8Array }>(
      selectSteps,
      this.#project,
      [...ranges.keys()],
      keys,
      periods,
      ranges.map(({ start }) => start),
      ranges.map(({ length }) => length),
    );
    return rows.flatMap(({ range, steps }) => {
      const read = readSteps(steps);
      return (ranges[range]?.places ?? []).flatMap((place) => read[place] ?? []);
    });
  }

  #named(segments: readonly number[]): [number[], number[], number[]] {
    const names = segments.map((segment) => this.#names[segment]);
    return [[...segments], names.map((name) => name?.key ?? 0), names.map((name) => name?.period ?? 0)];
  }
}

/**
 * Returns the lists of the rarest buckets of a segment. Undefined if one of the buckets occurs in no step of the
 * segment, because no step of the segment can match then.
 */
function rarest(
  pieces: ReadonlyMap<number, Piece> | undefined,
  buckets: readonly number[],
): readonly Piece[] | undefined {
  const found = buckets.flatMap((bucket) => pieces?.get(bucket) ?? []);
  if (found.length < buckets.length) return undefined;
  return found.toSorted((one, other) => one.length - other.length).slice(0, readBuckets);
}

function nameOf({ segment, bucket }: { readonly segment: number; readonly bucket: number }): string {
  return `${segment} ${bucket}`;
}
