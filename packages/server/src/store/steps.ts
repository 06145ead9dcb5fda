import type { AttachmentWrite } from "./files.ts";
import type { GenerationRecord, GenerationWrite } from "./generation-record.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";
import type { ScoreWrite } from "./scores.ts";
import type { StepOutline } from "./step-outline.ts";
import type { StepType } from "./step-type.ts";
import type { ThreadEnds } from "./threads.ts";

/** One unit of work, as stored. Times are epoch milliseconds. */
export interface StepRecord {
  readonly id: string;
  /** When it happened: `startTime`, else the creation time that a caller gave, else `receivedAt`. It may move. */
  readonly createdAt: number;
  /** When the store first received it. */
  readonly receivedAt: number;
  readonly threadId: string | null;
  readonly parentId: string | null;
  readonly rootRunId: string | null;
  readonly type: StepType;
  readonly name: string | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly error: string | null;
  readonly environment: string | null;
  readonly tags: readonly string[] | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly metadata: JsonObject | null;
  readonly generation: GenerationRecord | null;
}

/** A step as it arrives: what is absent stays, what is null is cleared. References may dangle. */
export interface StepWrite {
  readonly id: string;
  /** When the write arrived; or, with `receivedAt`, the creation time that the caller gave. */
  readonly createdAt: number;
  /** When a write that gives its `createdAt` arrived. Used when the step is new. */
  readonly receivedAt?: number | undefined;
  readonly threadId?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  readonly rootRunId?: string | null | undefined;
  readonly type?: StepType | null | undefined;
  readonly name?: string | null | undefined;
  readonly startTime?: number | null | undefined;
  /** Microseconds after `startTime`, to order steps that started in the same millisecond. */
  readonly startMicros?: number | undefined;
  readonly endTime?: number | null | undefined;
  readonly error?: string | null | undefined;
  readonly environment?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly input?: JsonValue | undefined;
  readonly output?: JsonValue | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly generation?: GenerationWrite | null | undefined;
  /** Merged by id; an empty list deletes nothing. */
  readonly scores?: readonly ScoreWrite[] | undefined;
  readonly attachments?: readonly AttachmentWrite[] | undefined;
  /**
   * True: a step of type `llm` that has no input takes `{ content: messages }` or `{ prompt }` of its generation, and one that has no
   * output its `messageCompletion` or `{ content: completion }`; stored, so that lists and searches find it.
   */
  readonly takesContentOfGeneration?: boolean | undefined;
  /**
   * Metadata of the step when the write was derived from it. A step that has other metadata by now stays as it is, and the
   * outcome is `changed`.
   */
  readonly ifMetadata?: JsonObject | null | undefined;
}

/** Thread and root run of a step. */
export interface StepLocation {
  readonly threadId: string | null;
  readonly rootRunId: string | null;
}

/**
 * `deleted`: the step or its thread was deleted earlier, so nothing was stored. `changed`: its metadata is not that of
 * `ifMetadata`, so nothing was stored.
 */
export type StepOutcome = "stored" | "deleted" | "changed";

export interface StepStore extends Lister<StepRecord> {
  /**
   * Merges steps in one durable transaction, in order; the same id may occur several times. A thread that is unknown is
   * created. Resolves after the commit, one outcome per write.
   */
  ingest(projectId: string, writes: readonly StepWrite[]): Promise<StepOutcome[]>;
  /** In the order of `ids`; null where there is none. */
  getMany(projectId: string, ids: readonly string[]): Promise<(StepRecord | null)[]>;
  /** The steps whose id begins with `prefix` and comes after `after`, ordered by id, at most `limit`. */
  withIdPrefix(projectId: string, prefix: string, limit: number, after?: string): Promise<StepRecord[]>;
  /** Where the steps are, without reading what they hold; in the order of `ids`, null where there is none. */
  locations(projectId: string, ids: readonly string[]): Promise<(StepLocation | null)[]>;
  /** The steps of each thread, oldest first; within a millisecond parents first, then by microseconds, then by insertion. */
  ofThreads(
    projectId: string,
    threadIds: readonly string[],
    options?: { readonly types?: readonly StepType[] | undefined },
  ): Promise<StepRecord[][]>;
  /** Returns the first input and last output of each thread, in the order of `threadIds`. */
  endsOfThreads(projectId: string, threadIds: readonly string[]): Promise<ThreadEnds[]>;
  /** Counts the steps with an error of each thread, in the order of `threadIds`. */
  errorsOfThreads(projectId: string, threadIds: readonly string[]): Promise<number[]>;
  /** All descendants by `parentId`, oldest first, the step itself left out; cycles are cut. */
  descendants(projectId: string, id: string): Promise<StepRecord[]>;
  /** The steps of a thread without payloads, in the order of {@link ofThreads}; null when there are too many. */
  outlineOfThread(projectId: string, threadId: string): Promise<StepOutline | null>;
  /** Returns the outline of the outermost step around a step and its descendants; null for an unknown step. */
  outlineAround(projectId: string, id: string): Promise<StepOutline | null>;
  /** Deletes the step with its scores and attachments; children stay. Null when there is none. */
  delete(projectId: string, id: string, deletedAt: number): Promise<StepRecord | null>;
}
