import type { Drops } from "../drops.ts";
import type { EncodedRecord } from "../record.ts";
import type { Trouble } from "../trouble.ts";
import type { Place } from "./segment.ts";

/** Where and how much is kept on disk. */
export interface SpoolOptions {
  /** A folder, made when it is missing. Processes may share it. */
  folder: string;
  /** The most that is kept, in bytes; beyond it the oldest file that is not in memory is dropped. Default: 1 GiB. */
  maxBytes?: number | undefined;
  /** How long records are kept, in milliseconds. Default: seven days. */
  maxAgeMs?: number | undefined;
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
  /** Writes the record at once; undefined when there is no room, which is told. */
  append: (record: EncodedRecord) => Place | undefined;
  /** The copy on disk becomes the only one. The place is that of the last record. */
  keepOnDisk: (place: Place) => void;
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
