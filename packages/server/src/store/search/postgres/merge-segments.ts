import { setImmediate } from "node:timers/promises";
import { bucketCount, bucketOfAnything, bucketOfPath } from "./search-buckets.ts";
import { type ColumnBuilder, type Columns, ColumnsBuilder, placesOfColumns } from "./search-columns.ts";
import { placesOf, readSteps, type Segment, segmentSize, writePlaces, writeSteps } from "./search-segment.ts";

/** Number of buckets that are merged before other work gets a turn. */
const bucketsAtOnce = 4_096;

export interface WholeSegment extends Segment, Columns {}

/** A segment to be merged, and the new position of each of its steps. The position of a removed step is null. */
interface Part {
  readonly segment: WholeSegment;
  readonly moved: readonly (number | null)[];
}

/**
 * Merges segments without reading the payloads of their steps. Leaves out the steps with the keys `removed`. Resolves
 * to null if no step remains. Merging takes up to half a second of CPU, so other work gets turns in between.
 */
export async function mergeSegments(
  segments: readonly WholeSegment[],
  removed: ReadonlySet<number> = new Set(),
): Promise<WholeSegment | null> {
  const keys: number[] = [];
  const parts = segments.map((segment): Part => {
    const moved = readSteps(segment.steps).map((key) => (removed.has(key) ? null : keys.push(key) - 1));
    return { segment, moved };
  });
  if (keys.length > segmentSize) throw new RangeError(`A search segment can contain at most ${segmentSize} records.`);
  if (keys.length === 0) return null;
  return { steps: writeSteps(keys), ...(await mergePostings(parts)), ...(await mergeColumns(parts)) };
}

async function mergePostings(parts: readonly Part[]): Promise<Pick<Segment, "starts" | "postings">> {
  const starts = new Uint8Array((bucketCount + 1) * 4);
  const view = new DataView(starts.buffer);
  // A merged list is at most as long as the lists that it is merged from.
  const postings = new Uint8Array(parts.reduce((sum, { segment }) => sum + segment.postings.length, 0));
  let end = 0;
  for (let bucket = 0; bucket < bucketCount; bucket += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one range of buckets after the other
    if (bucket % bucketsAtOnce === 0) await setImmediate();
    view.setUint32(bucket * 4, end);
    const places: number[] = [];
    for (const { segment, moved } of parts) {
      for (const place of placesOf(segment, bucket)) {
        const next = moved[place] ?? null;
        if (next !== null) places.push(next);
      }
    }
    end = writePlaces(places, postings, end);
  }
  view.setUint32(bucketCount * 4, end);
  return { starts, postings: postings.subarray(0, end) };
}

async function mergeColumns(parts: readonly Part[]): Promise<Columns> {
  const builder = new ColumnsBuilder();
  const read = parts.map((part) => ({ part, places: placesOfColumns(part.segment.paths) }));
  for (const path of new Set(read.flatMap(({ places }) => [...places.keys()]))) {
    const column = builder.columnOf(path);
    if (column === undefined) break;
    // oxlint-disable-next-line no-await-in-loop -- one column after the other
    await setImmediate();
    for (const { part, places } of read) {
      const place = places.get(path);
      if (place === undefined) addWithoutColumn(column, part, path);
      else column.addColumn(part.segment.columns.subarray(place[0], place[0] + place[1]), part.moved);
    }
  }
  return builder.build();
}

/**
 * Adds the steps of a segment that has no column for the path. Few of these steps have a value at the path. Those that
 * may have one are listed in buckets of the index. Their values are unknown (`unsure`), so each search tests the steps.
 */
function addWithoutColumn(column: ColumnBuilder, { segment, moved }: Part, path: string): void {
  for (const place of [bucketOfPath(path), bucketOfAnything].flatMap((bucket) => placesOf(segment, bucket))) {
    const next = moved[place] ?? null;
    if (next !== null) column.addUnsure(next);
  }
}
