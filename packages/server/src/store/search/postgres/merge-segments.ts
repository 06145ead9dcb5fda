import { bucketCount, bucketOfAnything, bucketOfPath } from "./search-buckets.ts";
import { type ColumnBuilder, type Columns, ColumnsBuilder, placesOfColumns, readColumn } from "./search-columns.ts";
import { placesOf, readSteps, type Segment, setBytesOf, writePlaces, writeSteps } from "./search-segment.ts";

export interface WholeSegment extends Segment, Columns {}

/** A segment to be merged, and the new position of each of its steps. The position of a removed step is null. */
interface Part {
  readonly segment: WholeSegment;
  readonly moved: readonly (number | null)[];
}

/**
 * Merges segments without reading the payloads of their steps. Leaves out the steps with the keys `removed`. Returns
 * null if no step remains.
 */
export function mergeSegments(
  segments: readonly WholeSegment[],
  removed: ReadonlySet<number> = new Set(),
): WholeSegment | null {
  const keys: number[] = [];
  const parts = segments.map((segment): Part => {
    const moved = readSteps(segment.steps).map((key) => (removed.has(key) ? null : keys.push(key) - 1));
    return { segment, moved };
  });
  if (keys.length === 0) return null;
  return { steps: writeSteps(keys), ...mergePostings(parts, keys.length), ...mergeColumns(parts) };
}

function mergePostings(parts: readonly Part[], size: number): Pick<Segment, "starts" | "postings"> {
  const setBytes = setBytesOf(size);
  const starts = new Uint8Array((bucketCount + 1) * 4);
  const view = new DataView(starts.buffer);
  const postings: Uint8Array[] = [];
  let end = 0;
  for (let bucket = 0; bucket < bucketCount; bucket += 1) {
    view.setUint32(bucket * 4, end);
    const places: number[] = [];
    for (const { segment, moved } of parts) {
      for (const place of placesOf(segment, bucket)) {
        const next = moved[place] ?? null;
        if (next !== null) places.push(next);
      }
    }
    if (places.length === 0) continue;
    const posting = writePlaces(places, setBytes);
    postings.push(posting);
    end += posting.length;
  }
  view.setUint32(bucketCount * 4, end);
  return { starts, postings: Buffer.concat(postings) };
}

function mergeColumns(parts: readonly Part[]): Columns {
  const builder = new ColumnsBuilder();
  const read = parts.map((part) => ({ part, places: placesOfColumns(part.segment.paths) }));
  for (const path of new Set(read.flatMap(({ places }) => [...places.keys()]))) {
    const column = builder.columnOf(path);
    if (column === undefined) break;
    for (const { part, places } of read) {
      const place = places.get(path);
      if (place === undefined) addWithoutColumn(column, part, path);
      else addColumn(column, part, place);
    }
  }
  return builder.build();
}

function addColumn(column: ColumnBuilder, { segment, moved }: Part, [from, length]: readonly [number, number]): void {
  const piece = segment.columns.subarray(from, from + length);
  for (const [place, value] of readColumn(piece, moved.length).entries()) {
    const next = moved[place] ?? null;
    if (next !== null) column.addValue(next, value);
  }
}

/**
 * Adds the values of a segment without a column for the path. Few of its steps have one, and the lists of buckets have
 * the steps that may have one.
 */
function addWithoutColumn(column: ColumnBuilder, { segment, moved }: Part, path: string): void {
  for (const place of [bucketOfPath(path), bucketOfAnything].flatMap((bucket) => placesOf(segment, bucket))) {
    const next = moved[place] ?? null;
    if (next !== null) column.addValue(next, { kind: "unsure" });
  }
}
