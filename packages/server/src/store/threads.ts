import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Lister } from "./list.ts";

/** A conversation, as stored. Times are epoch milliseconds. */
export interface ThreadRecord {
  readonly id: string;
  /** When its first step happened; without steps, when the store received it. It may move. */
  readonly createdAt: number;
  /** When the store first received it, or a step of it. */
  readonly receivedAt: number;
  /** The first start and the last end of its steps; null while unknown. */
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly name: string | null;
  readonly metadata: JsonObject | null;
  readonly tags: readonly string[] | null;
  readonly environment: string | null;
  /** Id (not identifier) of the user. */
  readonly participantId: string | null;
  /** Sum of the token counts (estimates included) of the thread's generations; null when no step has one. */
  readonly tokenCount: number | null;
  /** Seconds from the first start to the last end of its steps; null while unknown. */
  readonly duration: number | null;
}

/** Input of a thread: absent fields stay, null clears. */
export interface ThreadWrite {
  readonly id: string;
  /** Used when the thread is new. */
  readonly createdAt: number;
  readonly name?: string | null | undefined;
  /** Set while the thread has no name; ignored beside `name`. */
  readonly defaultName?: string | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly environment?: string | null | undefined;
  /** A user's id or identifier; a user is created, with the id `newUserId`, when there is neither. */
  readonly participant?: string | null | undefined;
  readonly newUserId: string;
}

/** Outcome of one thread of a batch. */
export type ThreadOutcome = "stored" | "deleted";

export interface ThreadStore extends Lister<ThreadRecord> {
  /** Creates or merges each thread, in order and in one transaction. One that was deleted is not stored again. */
  ingest(projectId: string, writes: readonly ThreadWrite[]): Promise<ThreadOutcome[]>;
  /** Creates or merges. Rejects with a {@link DeletedError} when the thread was deleted. */
  upsert(projectId: string, write: ThreadWrite): Promise<ThreadRecord>;
  /** Merges into an existing thread; null when there is none. */
  update(projectId: string, write: ThreadWrite): Promise<ThreadRecord | null>;
  /** In the order of `ids`; null where there is none. */
  getMany(projectId: string, ids: readonly string[]): Promise<(ThreadRecord | null)[]>;
  /** Deletes the thread with its steps, their scores and attachments. Null when there is none. */
  delete(projectId: string, id: string, deletedAt: number): Promise<ThreadRecord | null>;
}

/** So many of the first and of the last steps of a thread are looked at for its ends, by the order in which they were stored. */
export const endSteps = 20;

/** First input and last output of a conversation; null when its steps have none. */
export interface ThreadEnds {
  /** Input of the first outermost step that has one, or text of a message. */
  readonly opening: JsonValue;
  /** The output of the last of the outermost steps that has one and is no message of the user. */
  readonly closing: JsonValue;
}
