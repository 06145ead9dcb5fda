import type { MatchingRequest } from "../export/export-records.ts";

export interface BulkTarget {
  readonly request: MatchingRequest;
  /** Ids of the records. Undefined means all records that match `request`. */
  readonly ids: ReadonlySet<string> | undefined;
  readonly count: number;
}
