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
  /** Id of the thread, or of the record's thread; null outside a thread. */
  threadId: string | null;
  /** Id of the outermost run around the step or the scored step; null outside a run. */
  rootRunId: string | null;
  /** Id of the step, or of the record's step; null without one. */
  stepId: string | null;
  change: "WRITTEN" | "DELETED";
}

/** Changes since the previous notification. */
export interface RecordChanges {
  /** Each changed record once; empty on overflow. */
  changes: RecordChange[];
  /** Whether there were too many changes to list: reload your data. */
  overflow: boolean;
}

export interface RecordChangesFilter {
  /** Only these kinds of records. Default: all. */
  kinds?: readonly ChangedRecordKind[] | undefined;
  /** Only this thread and its records. */
  threadId?: string | undefined;
  /** Only this run, its steps and their scores. */
  rootRunId?: string | undefined;
}
