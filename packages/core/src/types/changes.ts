/** What a notice of a change is about. A generation has the id of its step. */
export type ChangedRecordKind =
  | "DATASET"
  | "EXPERIMENT"
  | "GENERATION"
  | "PROMPT"
  | "SCORE"
  | "STEP"
  | "THREAD"
  | "USER";

/** Tells that one record changed; read the record to see how. */
export interface RecordChange {
  kind: ChangedRecordKind;
  id: string;
  /** The thread that the record is in, or is; null outside a thread. */
  threadId: string | null;
  /** The outermost run around the step, or around the step of the score; null outside a run. */
  rootRunId: string | null;
  /** The step that the record is, or is on; null when it is neither. */
  stepId: string | null;
  /** What happened to it, last. */
  change: "WRITTEN" | "DELETED";
}

/** What changed since the notice before. */
export interface RecordChanges {
  /** Each changed record once; empty when there was an overflow. */
  changes: RecordChange[];
  /** More changed than is told one by one: read anew what you hold. */
  overflow: boolean;
}

/** Which changes are told. */
export interface RecordChangesFilter {
  /** Only of these records; of all when absent. */
  kinds?: readonly ChangedRecordKind[] | undefined;
  /** Only of what is in this thread, and of the thread itself. */
  threadId?: string | undefined;
  /** Only of what is in this run: its steps, the scores on them, and the run itself. */
  rootRunId?: string | undefined;
}
