/** Subject of a comment: either a thread or a step. */
export type CommentSubject = { threadId: string; stepId?: undefined } | { stepId: string; threadId?: undefined };

export interface CommentContent {
  /** Markdown, 1 to 20,000 characters. */
  text: string;
  /** Account ids of the members that it mentions, at most 50. Default: none. */
  mentionIds?: string[] | undefined;
}

/** Comments to read, oldest first. */
export type CommentsQuery = CommentSubject & {
  /** Page size, clamped to 1 to 100. Default: 50. */
  first?: number | undefined;
  skip?: number | undefined;
};

/** A project member that a comment mentions, or can mention. */
export interface MentionedMember {
  accountId: string;
  /** Current name; for a former member, the name when it was mentioned. */
  name: string;
  isMember: boolean;
}

export interface CommentAuthor {
  /** `noLogin`: a client of a service without sign-in. */
  kind: "account" | "key" | "noLogin";
  /** Id of the account or the API key; null without sign-in. */
  id: string | null;
  /** Current name; for a former member, the name when it wrote the comment. Null without sign-in. */
  name: string | null;
  /** True for API keys and without sign-in. */
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
  /** Whether the caller wrote it, and so may edit it. */
  isOwn: boolean;
}
