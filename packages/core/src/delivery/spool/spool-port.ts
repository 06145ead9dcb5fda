import type { Drops } from "../drops.ts";
import type { EncodedRecord } from "../record.ts";
import type { ErrorReporter } from "../error-reporter.ts";
import type { SegmentPosition } from "./segment.ts";

export interface SpoolOptions {
  /** Folder of the spool, created if missing. Processes may share it. */
  folder: string;
  /** Maximum size in bytes; beyond it the oldest file whose records are not in memory is dropped. Default: 1 GiB. */
  maxBytes?: number | undefined;
  /** Maximum age of records, in milliseconds. Default: seven days. */
  maxAgeMs?: number | undefined;
}

/** A copy of pending records that outlives the process. Never throws. */
export interface Spool {
  /** Resolves when the files of ended processes have been adopted. */
  readonly ready: Promise<void>;
  /** Size on disk, in bytes. */
  readonly bytes: number;
  /** Whether some records are only on disk, or may be because adoption is not finished. */
  readonly isBehind: boolean;
  /** Number of records that are only on disk. A file that was not read yet, or cannot be, counts as one. */
  readonly coldCount: number;
  /** Writes the record at once. Returns undefined when there is no room, which is reported. */
  append: (record: EncodedRecord) => SegmentPosition | undefined;
  /** Makes the copy on disk the only one. `position` is that of the last record. */
  keepOnDisk: (position: SegmentPosition) => void;
  /** Reads the oldest records that are only on disk back into memory. */
  load: () => { record: EncodedRecord; position: SegmentPosition }[];
  settle: (positions: readonly SegmentPosition[]) => void;
  /** Writes the settled marks of this turn of the event loop. */
  write: () => void;
  /** Leaves unsettled records to the next process. */
  close: () => void;
}

export interface SpoolCallbacks {
  reporter: ErrorReporter;
  drops: Drops;
  /** Called when the files of ended processes have been adopted. */
  onAdopted: () => void;
}

/** Opens a spool; returns undefined on a disk error, which is reported. */
export type OpenSpool = (callbacks: SpoolCallbacks) => Spool | undefined;

/** Creates the opener of a client's spool for one service and key. */
export type SpoolFactory = (destination: string) => OpenSpool;
