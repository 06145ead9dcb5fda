/** Kind of a changed record. A generation is reported with its step. */
export type RecordKind =
  | "ALERT"
  | "DATASET"
  | "EXPERIMENT"
  | "GENERATION"
  | "PROMPT"
  | "SCORE"
  | "STEP"
  | "THREAD"
  | "USER";

export interface RecordChange {
  readonly kind: RecordKind;
  readonly id: string;
  /** Null if the record belongs to no thread. */
  readonly threadId: string | null;
  /** Null if the record belongs to no run. */
  readonly rootRunId: string | null;
  /** Id of the step that changed, or of the step to which the changed record belongs. Null for other records. */
  readonly stepId: string | null;
  readonly change: "DELETED" | "WRITTEN";
}

/** Changes since the previous notification. Each record is listed once. */
export interface RecordChanges {
  readonly changes: readonly RecordChange[];
  /** Whether there were too many changes to list. */
  readonly overflow: boolean;
}

/**
 * Carries notifications of durable changes from writers to watchers. The embedded implementation works within one
 * process: writes of other processes to the same database file are not reported.
 */
export interface ChangeFeed {
  /** Whether the project is watched. If not, nothing needs to be published. */
  isWatched(projectId: string): boolean;
  /** Publishes changes. Never throws, and never waits for a watcher. */
  publish(projectId: string, changes: RecordChanges): void;
  /** Calls the listener with every notification of the project until the returned function is called. */
  subscribe(projectId: string, listener: (changes: RecordChanges) => void): () => void;
}
