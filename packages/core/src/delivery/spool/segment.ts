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
