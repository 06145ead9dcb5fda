export interface Segment {
  path: string;
  /** Age of the file when `since` was read from the monotonic clock. Both are in milliseconds. */
  readonly ageMs: number;
  readonly since: number;
  bytes: number;
  /** Sequence number of the next record. */
  next: number;
  /** Number of records in memory that are not settled (stored or dropped). */
  live: number;
  /** Sequence number of the first record that is only on disk; undefined if there is none. */
  coldFrom: number | undefined;
  /** Number of records that are only on disk; undefined for an adopted file. */
  cold: number | undefined;
  /** Whether reading the file failed. It is read again after the other files. */
  isUnreadable: boolean;
  /** File descriptor; undefined when the file is not open for writing. */
  file: number | undefined;
  /** Whether the last line was only partly written. */
  isTorn: boolean;
  /** Unwritten lines, which mark records as settled (stored or dropped). */
  text: string;
}

export interface SegmentPosition {
  readonly segment: Segment;
  readonly sequence: number;
}
