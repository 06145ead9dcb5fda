import type { MatchingRequest } from "../export/export-records.ts";

/** What a dialog does something to. */
export interface BulkTarget {
  readonly request: MatchingRequest;
  /** Absent: all that match. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly count: number;
}
