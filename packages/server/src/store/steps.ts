import type { AttachmentWrite } from "./files.ts";
import type { GenerationRecord, GenerationWrite } from "./generation-record.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { IdMatcher, Lister } from "./list.ts";
import type { ScoreWrite } from "./scores.ts";
import type { StepOutline } from "./step-outline.ts";
import type { StepType } from "./step-type.ts";
import type { ThreadEnds, ThreadErrors, ThreadUpdate } from "./threads.ts";

/** One unit of work, as stored. Times are epoch milliseconds. */
export interface StepRecord {
  readonly id: string;
  /**
   * Time of the step: `startTime`, or else the creation time from the client, or else `receivedAt`. Later writes can
   * change it.
   */
  readonly createdAt: number;
  /** Time at which the store first received the record. */
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
  /** API key that first recorded the step; null if no key did. */
  readonly apiKeyId: string | null;
  readonly tags: readonly string[] | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly metadata: JsonObject | null;
  readonly generation: GenerationRecord | null;
}

/** Fields to write to a step. Absent fields stay; null clears a field. Referenced records need not exist yet. */
export interface StepWrite {
  readonly id: string;
  /** Creation time from the client. If the client gave none, this is the time of arrival. */
  readonly createdAt: number;
  /**
   * Time of arrival. Only stored with a new step. Default: `createdAt`, which is right if the client gave no creation
   * time.
   */
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
  /** API key of the client that sent the write. Only stored with a new step. */
  readonly apiKeyId?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly input?: JsonValue | undefined;
  readonly output?: JsonValue | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly generation?: GenerationWrite | null | undefined;
  /** Scores of the step, merged by id. An empty list deletes nothing. */
  readonly scores?: readonly ScoreWrite[] | undefined;
  readonly attachments?: readonly AttachmentWrite[] | undefined;
  /**
   * Whether a step of type `llm` takes its input and output from its generation, unless a client gave them. The input
   * is `{ content: messages }` or `{ prompt }`. The output is `messageCompletion` or `{ content: completion }`. Both
   * are stored with the step, so that lists and searches find them.
   */
  readonly takesContentOfGeneration?: boolean | undefined;
  /**
   * Expected metadata of the stored step. If the step has other metadata, the write is not stored, and the outcome is
   * `changed`.
   */
  readonly ifMetadata?: JsonObject | null | undefined;
}

export interface StepLocation {
  readonly threadId: string | null;
  readonly rootRunId: string | null;
}

/**
 * `deleted`: not stored, because the step or its thread was deleted. `changed`: not stored, because the step's metadata
 * differs from `ifMetadata`.
 */
export type StepOutcome = "stored" | "deleted" | "changed";

export interface StepStore extends Lister<StepRecord>, IdMatcher {
  /**
   * Merges steps in one durable transaction, in order; the same id may occur several times. Unknown threads are
   * created. Resolves after the commit, with one outcome per write.
   */
  ingest(projectId: string, writes: readonly StepWrite[]): Promise<StepOutcome[]>;
  /**
   * Merges steps like {@link ingest}, then updates threads like `updateUnchanged`. SQLite does both in one transaction,
   * and PostgreSQL in two. No thread is updated if a step has the outcome `changed`.
   */
  ingestWithThreads(
    projectId: string,
    writes: readonly StepWrite[],
    updates: readonly ThreadUpdate[],
  ): Promise<{ readonly steps: StepOutcome[]; readonly threads: boolean[] }>;
  /** Steps in the order of `ids`; null if not found. */
  getMany(projectId: string, ids: readonly string[]): Promise<(StepRecord | null)[]>;
  /** Steps whose id starts with `prefix` and is greater than `after`, in order of ids, at most `limit`. */
  withIdPrefix(projectId: string, prefix: string, limit: number, after?: string): Promise<StepRecord[]>;
  /** Thread and root run of each step, in the order of `ids`; null if not found. */
  locations(projectId: string, ids: readonly string[]): Promise<(StepLocation | null)[]>;
  /**
   * Steps of each thread, oldest first. Within a millisecond, parents are first; other steps are in order of
   * microseconds, then of insertion.
   */
  ofThreads(
    projectId: string,
    threadIds: readonly string[],
    options?: { readonly types?: readonly StepType[] | undefined },
  ): Promise<StepRecord[][]>;
  /** Returns the first input and last output of each thread, in the order of `threadIds`. */
  endsOfThreads(projectId: string, threadIds: readonly string[]): Promise<ThreadEnds[]>;
  /** Returns the errors of the steps of each thread, in the order of `threadIds`. */
  errorsOfThreads(projectId: string, threadIds: readonly string[]): Promise<ThreadErrors[]>;
  /**
   * Counts the turns of each thread, in the order of `threadIds`: its user messages. For a thread without user
   * messages, counts the root steps that are not messages.
   */
  turnsOfThreads(projectId: string, threadIds: readonly string[]): Promise<number[]>;
  /** All descendants of the step by `parentId`, oldest first. In a cycle of parents, each step is listed once. */
  descendants(projectId: string, id: string): Promise<StepRecord[]>;
  /**
   * Steps of a thread without payloads, in the order of {@link ofThreads}; null if there are more than
   * `maximumOutlineSteps`.
   */
  outlineOfThread(projectId: string, threadId: string): Promise<StepOutline | null>;
  /**
   * Returns the outline of the tree around a step: its outermost ancestor with all descendants. Null if the step is
   * unknown or the tree has more than `maximumOutlineSteps` steps.
   */
  outlineAround(projectId: string, id: string): Promise<StepOutline | null>;
  /** Deletes the step with its scores and attachments; children stay. Null if not found. */
  delete(projectId: string, id: string, deletedAt: number): Promise<StepRecord | null>;
}
