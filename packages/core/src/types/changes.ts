/** Kind of record in a change notification. A generation has the id of its step. */
export type ChangedRecordKind =
  | "DATASET"
  | "EXPERIMENT"
  | "GENERATION"
  | "PROMPT"
  | "SCORE"
  | "STEP"
  | "THREAD"
  | "USER";

/** Change notification of one record; read the record to get its new state. */
export interface RecordChange {
  kind: ChangedRecordKind;
  id: string;
  /** The thread that the record is in, or is; null outside a thread. */
  threadId: string | null;
  /** The outermost run around the step, or around the step of the score; null outside a run. */
  rootRunId: string | null;
  /** The step that the record is, or is on; null when it is neither. */
  stepId: string | null;
  /** Its last change. */
  change: "WRITTEN" | "DELETED";
}

/** Changes since the previous notification. */
export interface RecordChanges {
  /** Each changed record once; empty when there was an overflow. */
  changes: RecordChange[];
  /** Whether there were too many changes to list: reload your data. */
  overflow: boolean;
}

/** Filter of change notifications. */
export interface RecordChangesFilter {
  /** Only of these records; of all when absent. */
  kinds?: readonly ChangedRecordKind[] | undefined;
  /** Only this thread and its records. */
  threadId?: string | undefined;
  /** Only this run, its steps and their scores. */
  rootRunId?: string | undefined;
}
