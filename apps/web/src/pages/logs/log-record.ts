import type { JsonValue } from "@threadline/schema/sdk";
import type { OpenState } from "../thread/outline/open-state.ts";

export interface RecordScore {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly label: string | null;
}

/** A row of any log list. Fields that the list does not have are absent. */
export interface LogRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly receivedAt?: string;
  readonly endTime?: string | null;
  readonly name: string | null;
  /** Title for a model call that has no name of its own. */
  readonly title?: string;
  readonly tags: readonly string[] | null;
  readonly threadId: string | null;
  /**
   * Id of the root run that contains the record; null for a thread. A record without a thread is shown on the page of
   * this run.
   */
  readonly rootId: string | null;
  /**
   * For a step, its id. For a generation or score, the id of the step that it belongs to. For a thread, the id of the
   * step that matches the search text. Null without such a step.
   */
  readonly stepId: string | null;
  /** Experiment item that a score belongs to; null if another record was scored. */
  readonly experimentItem?: { readonly id: string; readonly datasetExperimentId: string } | null;
  readonly parentId?: string | null;
  readonly promptId?: string | null;
  readonly environment?: string | null;
  readonly participant?: string | null;
  readonly metadata?: JsonValue;
  readonly type?: string;
  readonly error?: string | null;
  readonly errorCount?: number;
  /** Number of turns of a thread. */
  readonly turnCount?: number;
  /** For a thread, the error of its oldest failed step on one line. For a score, the error of the scored step. */
  readonly errorPreview?: string | null;
  /** State of a step that has not ended. Null if the step has ended. */
  readonly openState?: OpenState | null;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly inputPreview?: string | null;
  readonly outputPreview?: string | null;
  readonly model?: string | null;
  readonly provider?: string | null;
  readonly tokenCount?: number | null;
  readonly inputTokenCount?: number | null;
  readonly outputTokenCount?: number | null;
  /** Cost in US dollars. */
  readonly cost?: number | null;
  /** Duration in seconds. */
  readonly duration?: number | null;
  /** Time to first token, in milliseconds. */
  readonly ttFirstToken?: number | null;
  readonly tokenThroughputInSeconds?: number | null;
  readonly scores?: readonly RecordScore[];
  readonly value?: number;
  readonly label?: string | null;
  readonly scorer?: string | null;
  readonly comment?: string | null;
  readonly evaluatorVersionId?: string | null;
  readonly evaluationRuleId?: string | null;
}

/** Returns the name of a record in its list; null if it has none. */
export function recordName({ title, name, model }: LogRecord): string | null {
  return title ?? name ?? model ?? null;
}

export interface LogPage {
  /** Total number of matches. Absent if it was not requested. */
  readonly totalCount?: number;
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
  readonly records: readonly LogRecord[];
}
