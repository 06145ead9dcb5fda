/** Kind of a change: a resource; a generation is notified with its step. */
export type RecordKind = "DATASET" | "EXPERIMENT" | "GENERATION" | "PROMPT" | "SCORE" | "STEP" | "THREAD" | "USER";

/** One changed record, as sent to watchers. */
export interface RecordChange {
  readonly kind: RecordKind;
  readonly id: string;
  /** Null outside a thread. */
  readonly threadId: string | null;
  /** Null outside a run. */
  readonly rootRunId: string | null;
  /** Null unless the record is a step, or on one. */
  readonly stepId: string | null;
  readonly change: "DELETED" | "WRITTEN";
}

/** Changes since the previous notification; each record once. */
export interface RecordChanges {
  readonly changes: readonly RecordChange[];
  /** Whether there are too many changes to list. */
  readonly overflow: boolean;
}

/**
 * Carries notifications of durable changes from writers to watchers. The embedded implementation is limited to its own
 * process; writes of other processes to the same database file are not notified.
 */
export interface ChangeFeed {
  /** Whether the project is watched; otherwise nothing needs to be published. */
  isWatched(projectId: string): boolean;
  /** Never throws and never waits for a watcher. */
  publish(projectId: string, changes: RecordChanges): void;
  /** Calls the listener with every notification of the project until the returned function is called. */
  subscribe(projectId: string, listener: (changes: RecordChanges) => void): () => void;
}
