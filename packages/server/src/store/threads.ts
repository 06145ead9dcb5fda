import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { IdMatcher, Lister } from "./list.ts";

/** A conversation, as stored. Times are epoch milliseconds. */
export interface ThreadRecord {
  readonly id: string;
  /** Time of the first step; without steps, the arrival time of the thread. May change. */
  readonly createdAt: number;
  /** Time at which the store first received the thread or one of its steps. */
  readonly receivedAt: number;
  /** The first start of its steps; null while unknown. */
  readonly startTime: number | null;
  /** The last end of its steps; null while unknown. */
  readonly endTime: number | null;
  readonly name: string | null;
  readonly metadata: JsonObject | null;
  readonly tags: readonly string[] | null;
  readonly environment: string | null;
  /** Id (not identifier) of the user. */
  readonly participantId: string | null;
  /** Total token count of the thread's generations, including estimates; null if no step has one. */
  readonly tokenCount: number | null;
  /** Seconds from the first start to the last end of its steps; null while unknown. */
  readonly duration: number | null;
}

/** Fields to write to a thread. Absent fields stay; null clears a field. */
export interface ThreadWrite {
  readonly id: string;
  /** Time of arrival of a new thread. Ignored if the thread exists. */
  readonly createdAt: number;
  readonly name?: string | null | undefined;
  /** Name to set if the thread has none. Ignored if `name` is given. */
  readonly defaultName?: string | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly environment?: string | null | undefined;
  /** Id or identifier of a user. An unknown value becomes the identifier of a new user with the id `newUserId`. */
  readonly participant?: string | null | undefined;
  readonly newUserId: string;
}

/** Fields of a thread that {@link ThreadUpdate} compares. */
export type ThreadState = Pick<ThreadRecord, "name" | "metadata" | "tags" | "participantId">;

/** An update that is only stored if the thread is still in the state from which the update was computed. */
export interface ThreadUpdate {
  readonly write: ThreadWrite;
  readonly expected: ThreadState;
}

export type ThreadOutcome = "stored" | "deleted";

export interface ThreadStore extends Lister<ThreadRecord>, IdMatcher {
  /** Creates or merges threads in order in one transaction. A deleted thread is not stored again. */
  ingest(projectId: string, writes: readonly ThreadWrite[]): Promise<ThreadOutcome[]>;
  /**
   * Creates a thread, or merges the write into an existing thread. Rejects with a {@link DeletedError} when the thread
   * was deleted.
   */
  upsert(projectId: string, write: ThreadWrite): Promise<ThreadRecord>;
  /** Merges the write into an existing thread; null if not found. */
  update(projectId: string, write: ThreadWrite): Promise<ThreadRecord | null>;
  /**
   * Merges updates into existing threads whose fields equal `expected`, in one transaction. Resolves to false for each
   * update whose thread differs or is not found.
   */
  updateUnchanged(projectId: string, updates: readonly ThreadUpdate[]): Promise<boolean[]>;
  /** Threads in the order of `ids`; null if not found. */
  getMany(projectId: string, ids: readonly string[]): Promise<(ThreadRecord | null)[]>;
  /** Deletes the thread with its steps, their scores and attachments. Null if not found. */
  delete(projectId: string, id: string, deletedAt: number): Promise<ThreadRecord | null>;
}

/** Number of steps that are read from each end of a thread to find its first input and last output. */
export const endSteps = 20;

export interface ThreadErrors {
  readonly count: number;
  /** Error of the oldest failed root step, or else of the oldest failed step; null if no step has an error. */
  readonly first: string | null;
}

/** First input and last output of a conversation; null if its steps have none. */
export interface ThreadEnds {
  /**
   * Input of the first step that has one. Root steps come before other steps. For a user or system message without an
   * input, its output is used.
   */
  readonly opening: JsonValue;
  /** Output of the last root step that has one, except user and system messages. */
  readonly closing: JsonValue;
}
