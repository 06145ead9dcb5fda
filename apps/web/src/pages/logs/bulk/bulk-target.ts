import type { MatchingRequest } from "../export/export-records.ts";

/** Records that a dialog acts on. */
export interface BulkTarget {
  readonly request: MatchingRequest;
  /** Ids of the records. Undefined: all records that match the request. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly count: number;
}
