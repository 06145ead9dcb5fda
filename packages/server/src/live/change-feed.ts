/** What a change is about: a resource, with the generation of a step told beside the step. */
export type RecordKind = "DATASET" | "EXPERIMENT" | "GENERATION" | "PROMPT" | "SCORE" | "STEP" | "THREAD" | "USER";

/** One record that changed, as watchers are told. */
export interface RecordChange {
  readonly kind: RecordKind;
  readonly id: string;
  /** Null outside a thread. */
  readonly threadId: string | null;
  /** Null outside a run. */
  readonly rootRunId: string | null;
  /** The step that the record is, or is on. */
  readonly stepId: string | null;
  readonly change: "DELETED" | "WRITTEN";
}

/** What changed since the notice before; each record once. */
export interface RecordChanges {
  readonly changes: readonly RecordChange[];
  /** More changed than is told one by one. */
  readonly overflow: boolean;
}

/**
 * Carries notices of changes that are durable from whoever made them to whoever watches. The embedded implementation reaches
 * the watchers of its own process only; what another process writes to the same database file is not told.
 */
export interface ChangeFeed {
  /** Whether anybody watches the project; nothing needs to be published while nobody does. */
  isWatched(projectId: string): boolean;
  /** Never throws and never waits for a watcher. */
  publish(projectId: string, changes: RecordChanges): void;
  /** Calls the listener with every notice of the project until the returned function is called. */
  subscribe(projectId: string, listener: (changes: RecordChanges) => void): () => void;
}
