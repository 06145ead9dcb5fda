import type { OutcomeRef } from "./delivery-outcome.ts";
import type { EncodedRecord } from "./record.ts";
import type { SegmentPosition } from "./spool/segment.ts";
import { ownBytes, type PlacedText, type TextArena } from "./text-arena.ts";

/** A record that is not sent yet. Its JSON is in a {@link TextArena}, which keeps texts outside the heap. */
export interface Entry extends PlacedText, Pick<EncodedRecord, "kind" | "id" | "isPreview"> {
  /** Settled when the record is stored, safely on disk, or dropped. */
  readonly outcome: OutcomeRef | undefined;
  /** Memory of the record, in bytes. JSON that the record shares with other records does not count. */
  readonly size: number;
  /** Position of the record's copy on disk. */
  readonly position: SegmentPosition | undefined;
  /**
   * Number of failed requests that contained the record and that it may have caused. For example, status 503 does not
   * count, because it does not depend on the records.
   */
  failures: number;
  /** Time of the first of these `failures`, in milliseconds of the monotonic clock. */
  failedAt: number | undefined;
  /**
   * Maximum number of records in the next batch that contains this record. Refusals and repeated failures reduce it,
   * until the record that causes them is sent alone.
   */
  maxBatchCount: number;
  /**
   * Number of times that the service refused the record when it was alone in its request. A refusal counts only if the
   * service has accepted another request since it last refused the record. Otherwise, the service may be refusing every
   * request.
   */
  refusals: number;
  /**
   * Number of requests that the service had accepted at the time of its last refusal of this record. Undefined without
   * a refusal.
   */
  refusedAfter: number | undefined;
}

const ENTRY_BYTES = 200;
const OUTCOME_BYTES = 100;

export const UNTRIED: Pick<Entry, "failures" | "failedAt" | "maxBatchCount" | "refusals" | "refusedAfter"> = {
  failures: 0,
  failedAt: undefined,
  maxBatchCount: Infinity,
  refusals: 0,
  refusedAfter: undefined,
};

export function toEntry(
  { kind, id, json, isPreview }: EncodedRecord,
  { arena, outcome, position }: Partial<Pick<Entry, "outcome" | "position">> & { arena: TextArena },
): Entry {
  const placed = arena.place(json);
  const size = ownBytes(placed) + ENTRY_BYTES + (outcome === undefined ? 0 : OUTCOME_BYTES);
  return { kind, id, isPreview, ...placed, outcome, position, size, ...UNTRIED };
}

/** Size of an entry in a request, in bytes. */
export function lengthOf({ start, end }: PlacedText): number {
  return end - start + 1;
}

export function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
