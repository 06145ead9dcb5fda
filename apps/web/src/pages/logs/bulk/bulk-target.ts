import type { MatchingRequest } from "../export/export-records.ts";

/** Selection that a dialog acts on. */
export interface BulkTarget {
  readonly request: MatchingRequest;
  /** Absent: all that match. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly count: number;
}
