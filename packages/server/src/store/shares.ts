import type { Claim } from "./claims.ts";

/** A link under which a thread is read without a login. Times are epoch milliseconds. */
export interface ThreadShareRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly threadId: string;
  /** Id of an account, which may be deleted; null: created without one. */
  readonly createdBy: string | null;
}

/** A link, and where it leads. */
export interface FoundShare {
  readonly projectId: string;
  readonly share: ThreadShareRecord;
}

/** Methods with a {@link Claim} reject with a `ForbiddenError` when it is no longer valid. */
export interface ShareStore {
  /** The links of a thread, oldest first. */
  ofThread(projectId: string, threadId: string): Promise<ThreadShareRecord[]>;
  /** The only way to a record that starts without a project: ids are unique in the whole store. Null when there is none. */
  find(id: string): Promise<FoundShare | null>;
  /** Rejects with a {@link ConflictError} when the thread has `limit` links. */
  create(projectId: string, share: ThreadShareRecord, limit: number, claim?: Claim): Promise<ThreadShareRecord>;
  /** Null when there is none. */
  delete(projectId: string, id: string, claim?: Claim): Promise<ThreadShareRecord | null>;
}
