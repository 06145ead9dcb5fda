import type { Drops } from "../drops.ts";
import type { EncodedRecord } from "../record.ts";
import type { ErrorReporter } from "../error-reporter.ts";
import type { SegmentPosition } from "./segment.ts";

export interface SpoolOptions {
  /** Folder of the spool, created if missing. Processes may share it. */
  folder: string;
  /**
   * Maximum size of one client's pending records on disk, in bytes. To make room for a new record, the spool drops the
   * oldest file whose records are all only on disk, not in memory. If no file can be dropped, the new record is kept
   * only in memory. Default: 1 GiB.
   */
  maxBytes?: number | undefined;
  /** Maximum age of records, in milliseconds. Default: seven days. */
  maxAgeMs?: number | undefined;
}

/**
 * Copy of pending records that outlives the process. A record is pending until it is settled: stored by the service, or
 * dropped. No method throws.
 */
export interface Spool {
  /** Resolves when the files of ended processes have been taken over. */
  readonly ready: Promise<void>;
  /** Size of the files on disk, in bytes. */
  readonly bytes: number;
  /**
   * Whether some records are only on disk, and must be sent before newer records. Also true while the files of ended
   * processes are being taken over, because these files may contain such records.
   */
  readonly isBehind: boolean;
  /** Number of records that are only on disk. A file that has not been read, or cannot be read, counts as one. */
  readonly coldCount: number;
  /** Writes the record immediately. If there is no space, reports an error and returns undefined. */
  append: (record: EncodedRecord) => SegmentPosition | undefined;
  /**
   * Marks the record at `position` as only on disk. Call it for a record that is not kept in memory. `load` reads the
   * record back later. `position` must be the result of the latest `append`.
   */
  keepOnDisk: (position: SegmentPosition) => void;
  /** Reads the oldest records that are only on disk back into memory. */
  load: () => { record: EncodedRecord; position: SegmentPosition }[];
  settle: (positions: readonly SegmentPosition[]) => void;
  /** Writes a mark for each record that was stored or dropped since the previous write. */
  write: () => void;
  /** Closes the files, so that the next process can take them over. */
  close: () => void;
}

export interface SpoolCallbacks {
  reporter: ErrorReporter;
  drops: Drops;
  /** Called when the files of ended processes have been taken over. */
  onAdopted: () => void;
}

/** Opens a spool. On a disk error, reports it and returns undefined. */
export type OpenSpool = (callbacks: SpoolCallbacks) => Spool | undefined;

/** Returns the function that opens the spool of a client. `destination` identifies the service and the key. */
export type SpoolFactory = (destination: string) => OpenSpool;
