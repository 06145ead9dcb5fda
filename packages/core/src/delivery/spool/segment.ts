export interface Segment {
  path: string;
  /**
   * Age of the file, in milliseconds, at the time `since`: when this process created the file, or took it over from a
   * process that has ended. `since` is in milliseconds of the monotonic clock.
   */
  readonly ageMs: number;
  readonly since: number;
  bytes: number;
  next: number;
  /** Number of records in memory that are neither stored nor dropped. */
  live: number;
  /** Sequence number of the first record that is only on disk, and not in memory. Undefined if all are in memory. */
  coldFrom: number | undefined;
  /**
   * Number of records that are only on disk. Undefined if there are none. Also undefined if another process wrote the
   * file, because the number is then unknown.
   */
  cold: number | undefined;
  /** Whether the file could not be read. It is then read again after the other files. */
  isUnreadable: boolean;
  /** File descriptor; undefined when the file is not open for writing. */
  file: number | undefined;
  isTorn: boolean;
  /** Lines that are not yet written. They mark records as stored or dropped. */
  text: string;
}

export interface SegmentPosition {
  readonly segment: Segment;
  readonly sequence: number;
}
