/** Subject of a comment: either a thread or a step. */
export type CommentSubject = { threadId: string; stepId?: undefined } | { stepId: string; threadId?: undefined };

export interface CommentContent {
  /** Markdown, 1 to 20,000 characters. */
  text: string;
  /** Account ids of the members that the text mentions, at most 50. Default: none. */
  mentionIds?: string[] | undefined;
}

/** Selects the comments of a thread or a step. */
export type CommentsQuery = CommentSubject & {
  /** Number of comments, from 1 to 100; other numbers are clamped. Default: 50. */
  first?: number | undefined;
  skip?: number | undefined;
};

/** A project member that a comment mentions, or can mention. */
export interface MentionedMember {
  accountId: string;
  /** Current name. For a former member, the name at the time of the mention. */
  name: string;
  isMember: boolean;
}

export interface CommentAuthor {
  /** Kind of author. `noLogin`: the service has no login, so the author is unknown. */
  kind: "account" | "key" | "noLogin";
  /** Id of the account or the API key; null on a service without login. */
  id: string | null;
  /** Current name. For a former member, the name at the time of the comment. Null on a service without login. */
  name: string | null;
  /** Whether the author is a member of the project now. Always true for API keys and on a service without login. */
  isMember: boolean;
}

/** A comment on a thread or a step. */
export interface Comment {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last edit, as ISO 8601; null if never edited. */
  editedAt: string | null;
  /** Null for a comment on a step. */
  threadId: string | null;
  /** Null for a comment on a thread. */
  stepId: string | null;
  author: CommentAuthor;
  /** Markdown. */
  text: string;
  mentions: MentionedMember[];
  /** Whether the caller wrote the comment, and may therefore edit it. */
  isOwn: boolean;
}
