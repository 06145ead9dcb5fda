/** Kind of record in a change notification. A generation has the same id as its step. */
export type ChangedRecordKind =
  | "ALERT"
  | "DATASET"
  | "EXPERIMENT"
  | "GENERATION"
  | "PROMPT"
  | "SCORE"
  | "STEP"
  | "THREAD"
  | "USER";

/** Notification that one record changed. To get its new state, read the record. */
export interface RecordChange {
  kind: ChangedRecordKind;
  id: string;
  /** Id of the changed thread, or of the thread that the changed record belongs to; null if there is none. */
  threadId: string | null;
  /** Id of the outermost run of the changed or scored step; null outside a run. */
  rootRunId: string | null;
  /** Id of the changed step, or of the step that the changed record belongs to; null if there is none. */
  stepId: string | null;
  change: "WRITTEN" | "DELETED";
}

/** Changes since the previous notification. */
export interface RecordChanges {
  /** Each changed record once; empty on overflow. */
  changes: RecordChange[];
  /** True if there were too many changes to list. Then read all your data again. */
  overflow: boolean;
}

export interface RecordChangesFilter {
  /** Kinds of records to report. Default: all. */
  kinds?: readonly ChangedRecordKind[] | undefined;
  /** Reports only changes of this thread and its records. */
  threadId?: string | undefined;
  /** Reports only changes of this run, its steps and their scores. */
  rootRunId?: string | undefined;
}
