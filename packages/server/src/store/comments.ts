/** A mentioned member, with the member's name when the comment was written. */
export interface CommentMention {
  readonly accountId: string;
  readonly name: string;
}

export type CommentAuthorKind = "account" | "key" | "noLogin";

/** A comment on a thread or a step. Times are epoch milliseconds. */
export interface CommentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly editedAt: number | null;
  /** Null for a comment on a step. */
  readonly threadId: string | null;
  /** Null for a comment on a thread. */
  readonly stepId: string | null;
  readonly authorKind: CommentAuthorKind;
  /** Id of the account or API key of the author, which may have been deleted. Null if the service had no sign-in. */
  readonly authorId: string | null;
  /** Name of the author when the comment was written. */
  readonly authorName: string | null;
  /** Markdown. */
  readonly text: string;
  readonly mentions: readonly CommentMention[];
}

export interface CommentSubject {
  readonly kind: "thread" | "step";
  readonly id: string;
}

/** Deleting a thread or a step deletes its comments. */
export interface CommentStore {
  /** Page of the comments on a record, in order of creation. */
  page(
    projectId: string,
    subject: CommentSubject,
    window: { readonly first: number; readonly skip: number },
  ): Promise<CommentRecord[]>;
  count(projectId: string, kind: CommentSubject["kind"], ids: readonly string[]): Promise<number[]>;
  get(projectId: string, id: string): Promise<CommentRecord | null>;
  /**
   * Creates a comment. Resolves to null if the thread or step is not found. Rejects with a {@link ConflictError} if it
   * already has `limit` comments.
   */
  create(projectId: string, comment: CommentRecord, limit: number): Promise<CommentRecord | null>;
  edit(
    projectId: string,
    id: string,
    change: Pick<CommentRecord, "editedAt" | "mentions" | "text">,
  ): Promise<CommentRecord | null>;
  delete(projectId: string, id: string): Promise<CommentRecord | null>;
}
