export interface Segment {
  path: string;
  /** Age at `since` (monotonic clock), both in milliseconds. */
  readonly ageMs: number;
  readonly since: number;
  bytes: number;
  /** Sequence number of the next record. */
  next: number;
  /** Number of unsettled records that are also in memory. */
  live: number;
  /** First sequence number of the records that are only on disk; undefined: none. */
  coldFrom: number | undefined;
  /** Number of records that are only on disk; undefined for an adopted file. */
  cold: number | undefined;
  /** Whether reading failed. Retried after the other files. */
  isUnreadable: boolean;
  /** Undefined when it is not open for writing. */
  file: number | undefined;
  /** Whether its last line was written in part. */
  isTorn: boolean;
  /** Unwritten lines about settled records. */
  text: string;
}

export interface SegmentPosition {
  readonly segment: Segment;
  readonly sequence: number;
}
