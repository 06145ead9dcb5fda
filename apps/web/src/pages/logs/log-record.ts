import type { JsonValue } from "@threadline/schema/sdk";
import type { OpenState } from "../thread/outline/open-state.ts";

export interface RecordScore {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly label: string | null;
}

/** Row of any log list. Fields that a list lacks are absent. */
export interface LogRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly receivedAt?: string;
  readonly endTime?: string | null;
  readonly name: string | null;
  readonly tags: readonly string[] | null;
  /** Null outside a thread. */
  readonly threadId: string | null;
  /** Id of the outermost step around the record, whose page shows a record without a thread; null for threads. */
  readonly rootId: string | null;
  /** Id of the record's step, or of the step that matches the search; null for threads. */
  readonly stepId: string | null;
  /** Target of a score of an experiment item; null for other targets. */
  readonly experimentItem?: { readonly id: string; readonly datasetExperimentId: string } | null;
  readonly environment?: string | null;
  readonly participant?: string | null;
  readonly metadata?: JsonValue;
  readonly type?: string;
  readonly error?: string | null;
  /** Number of failed steps of a thread. */
  readonly errorCount?: number;
  /** State of a step that has not ended. */
  readonly openState?: OpenState | null;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  /** Start of the input, on one line. */
  readonly inputPreview?: string | null;
  readonly outputPreview?: string | null;
  readonly model?: string | null;
  readonly provider?: string | null;
  readonly tokenCount?: number | null;
  readonly inputTokenCount?: number | null;
  readonly outputTokenCount?: number | null;
  /** US dollars. */
  readonly cost?: number | null;
  /** Seconds. */
  readonly duration?: number | null;
  /** Milliseconds. */
  readonly ttFirstToken?: number | null;
  /** Tokens per second. */
  readonly tokenThroughputInSeconds?: number | null;
  readonly scores?: readonly RecordScore[];
  readonly value?: number;
  readonly label?: string | null;
  readonly scorer?: string | null;
  readonly comment?: string | null;
}

export interface LogPage {
  /** Total number of matches; absent when not requested. */
  readonly totalCount?: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  readonly records: readonly LogRecord[];
}
