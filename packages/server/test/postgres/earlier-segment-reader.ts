/** Columns of a row of `search_segments` that contain the steps of each bucket. */
export interface SegmentRow {
  readonly steps: Buffer;
  readonly starts: Buffer;
  readonly postings: Buffer;
}

const setBytes = 512;
const keyBytes = 8;

/**
 * Returns the keys of the steps in each bucket, like servers of version 0.1.0, which may still run during an upgrade.
 * So this copy of their code must not follow changes of the encoding.
 */
export function readLikeEarlierServers(segments: readonly SegmentRow[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const segment of segments) {
    const buckets = segment.starts.length / 4 - 1;
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      const keys = keysOf(segment, bucket);
      if (keys.length > 0) found.set(bucket, [...(found.get(bucket) ?? []), ...keys]);
    }
  }
  return new Map([...found].map(([bucket, keys]) => [bucket, keys.toSorted((one, other) => one - other)]));
}

function keysOf({ steps, starts, postings }: SegmentRow, bucket: number): number[] {
  const posting = postings.subarray(starts.readUInt32BE(bucket * 4), starts.readUInt32BE(bucket * 4 + 4));
  const known = steps.subarray(0, setBytes * 8 * keyBytes);
  return placesOf(posting).flatMap((place) =>
    (place + 1) * keyBytes <= known.length ? known.readDoubleBE(place * keyBytes) : [],
  );
}

function placesOf(posting: Buffer): number[] {
  if (posting.length !== setBytes)
    return Array.from({ length: posting.length / 2 }, (_, index) => posting.readUInt16BE(index * 2));
  const places = Array.from({ length: setBytes * 8 }, (_, place) => place);
  return places.filter((place) => ((posting[place >>> 3] ?? 0) >>> (place & 7)) & 1);
}
