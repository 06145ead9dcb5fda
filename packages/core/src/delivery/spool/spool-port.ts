import type { Drops } from "../drops.ts";
import type { EncodedRecord } from "../record.ts";
import type { Trouble } from "../trouble.ts";

/** Where and how much is kept on disk. */
export interface SpoolOptions {
  /** A folder, made when it is missing. Processes may share it. */
  folder: string;
  /** The most that is kept, in bytes; beyond it the oldest file that is not in memory is dropped. Default: 1 GiB. */
  maxBytes?: number | undefined;
  /** How long records are kept, in milliseconds. Default: seven days. */
  maxAgeMs?: number | undefined;
}

/** One file of a spool. */
export interface Segment {
  path: string;
  /** How old it was at `since`, a time of the clock that is never set; both in milliseconds. */
  readonly ageMs: number;
  readonly since: number;
  bytes: number;
  /** The number of the next record. */
  next: number;
  /** Records that are in memory as well, and not settled. */
  live: number;
  /** From this number on, records are on disk alone; undefined: none. */
  coldFrom: number | undefined;
  /** How many those are; undefined for a file that another process left. */
  cold: number | undefined;
  /** Whether it could not be read. It is tried again, after the others. */
  isUnreadable: boolean;
  /** Of the live ones, those that may yet be sent otherwise than by the queue. */
  readonly held: Set<number>;
  /** Undefined when it is not open for writing. */
  file: number | undefined;
  /** Whether the disk took a part of its last line. */
  isTorn: boolean;
  /** Lines that are not written yet: what was settled. */
  text: string;
}

/** Where a copy of a record lies. */
export interface Place {
  readonly segment: Segment;
  readonly sequence: number;
}

/** A copy of what waits, which outlives the process. It never throws. */
export interface Spool {
  /** Resolves when it is known which files of others are taken over. */
  readonly ready: Promise<void>;
  /** Bytes on disk. */
  readonly bytes: number;
  /** Whether records wait on disk alone, or may: until it is known which files of others are taken over. */
  readonly isBehind: boolean;
  /** How many do; a file that was not read yet counts for one. Those of files that cannot be read are included. */
  readonly coldCount: number;
  /** Writes the record at once, unless it is held; undefined when there is no room, which is told. */
  append: (record: EncodedRecord) => Place | undefined;
  /** Writes the record at once, before it is known whether it will be queued: `load` leaves it out until it is appended. */
  hold: (record: EncodedRecord) => Place | undefined;
  /** The copy on disk becomes the only one; false when that cannot be. */
  keepOnDisk: (place: Place, record: EncodedRecord) => boolean;
  /** Reads the oldest records that are on disk alone; they are in memory from now on. */
  load: () => { record: EncodedRecord; place: Place }[];
  /** The records need not be sent again. */
  settle: (places: readonly Place[]) => void;
  /** Writes what was settled since the turn began. */
  write: () => void;
  /** Leaves what is not settled to the next process. */
  close: () => void;
}

/** Whom the spool tells. */
export interface SpoolListeners {
  trouble: Trouble;
  drops: Drops;
  /** Called when it is known which files of others are taken over. */
  onAdopted: () => void;
}

/** Opens a spool; undefined when the disk does not allow it, which is told. */
export type OpenSpool = (listeners: SpoolListeners) => Spool | undefined;

/** Prepares the spool of a client for the service and key that its records are for. */
export type SpoolFactory = (destination: string) => OpenSpool;
