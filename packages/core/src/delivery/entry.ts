import type { FateRef } from "./fate.ts";
import type { EncodedRecord } from "./record.ts";
import type { Place } from "./spool/segment.ts";
import { ownBytes, type PlacedText, type TextArena } from "./text-arena.ts";

/** A record that waits in memory, its JSON placed in an arena. */
export interface Entry extends PlacedText, Pick<EncodedRecord, "kind" | "id" | "isPreview"> {
  /** Who hears of its end: that it is stored, or safe on disk, or given up. */
  readonly fate: FateRef | undefined;
  /** Memory that it takes, in bytes, without what it shares with others. */
  readonly size: number;
  /** Where a copy of it lies on disk. */
  readonly place: Place | undefined;
  /** How often the service failed on a request with it, other than by being away. */
  failures: number;
  /** When that happened first. */
  failedAt: number | undefined;
  /** The most records that it travels with: fewer each time that a request with it is refused. */
  maxBatchCount: number;
  /** How often the service refused it alone and accepted another request before it refused it again. */
  refusals: number;
  /** How many requests had been accepted when it was refused last. */
  refusedAfter: number | undefined;
}

/** What an entry costs beside its JSON, in bytes, and what the one who may ask for it does. */
const ENTRY_BYTES = 200;
const FATE_BYTES = 100;

/** The history of an entry that was not sent yet. */
export const UNTRIED: Pick<Entry, "failures" | "failedAt" | "maxBatchCount" | "refusals" | "refusedAfter"> = {
  failures: 0,
  failedAt: undefined,
  maxBatchCount: Infinity,
  refusals: 0,
  refusedAfter: undefined,
};

export function toEntry(
  { kind, id, json, isPreview }: EncodedRecord,
  { arena, fate, place }: Partial<Pick<Entry, "fate" | "place">> & { arena: TextArena },
): Entry {
  const placed = arena.place(json);
  const size = ownBytes(placed) + ENTRY_BYTES + (fate === undefined ? 0 : FATE_BYTES);
  return { kind, id, isPreview, ...placed, fate, place, size, ...UNTRIED };
}

/** Bytes that it takes in a request. */
export function lengthOf({ start, end }: PlacedText): number {
  return end - start + 1;
}

/** What they count for together, in bytes. */
export function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
