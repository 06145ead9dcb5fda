import type { Claim } from "./claims.ts";

/** A link to read a thread without sign-in. Times are epoch milliseconds. */
export interface ThreadShareRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly threadId: string;
  /** Id of the account that created the link, which may have been deleted. Null if no account created it. */
  readonly createdBy: string | null;
  /** Null: valid until the link is deleted. */
  readonly expiresAt: number | null;
}

export interface FoundShare {
  readonly projectId: string;
  readonly share: ThreadShareRecord;
}

/**
 * Methods with a {@link Claim} reject with a `ForbiddenError` if the account or key of the claim lacks the permission.
 */
export interface ShareStore {
  /** Links of a thread, oldest first. */
  ofThread(projectId: string, threadId: string): Promise<ThreadShareRecord[]>;
  /** Finds a link by its id, which is unique in the whole store. Null if not found. */
  find(id: string): Promise<FoundShare | null>;
  /** Rejects with a {@link ConflictError} if the thread has `limit` links. */
  create(projectId: string, share: ThreadShareRecord, limit: number, claim?: Claim): Promise<ThreadShareRecord>;
  delete(projectId: string, id: string, claim?: Claim): Promise<ThreadShareRecord | null>;
}
