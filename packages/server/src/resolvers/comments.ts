import { requirePermission, type Actor } from "../access/actor.ts";
import { readCommentSubject, readCommentText, readMentionIds } from "../records/comments.ts";
import { badInput, RecordError } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageSize } from "../records/page-size.ts";
import { readPageWindow, type PageWindow } from "../records/page-window.ts";
import type { Given } from "../records/text.ts";
import type { CommentMention, CommentRecord } from "../store/comments.ts";
import type { RequestContext } from "./context.ts";
import { creationIn } from "./creation.ts";
import type { CommentResolvers, CommentsResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const commentQueries: QueryResolvers = {
  comments: (_parent, args) => ({ subject: readCommentSubject(args), window: readCommentWindow(args) }),
  async mentionableMembers(_parent, _args, { store, project }) {
    const members = await store.accounts.members(project.id);
    return members
      .filter(({ disabledAt }) => disabledAt === null)
      .map(({ account }) => ({ accountId: account.id, name: account.name, isMember: true }))
      .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  },
};

export const commentMutations: MutationResolvers = {
  async createComment(_parent, args, context) {
    const { store, project, actor } = context;
    const subject = readCommentSubject(args);
    const comment: CommentRecord = {
      ...creationIn(context),
      editedAt: null,
      threadId: subject.kind === "thread" ? subject.id : null,
      stepId: subject.kind === "step" ? subject.id : null,
      ...authorOf(actor),
      text: readCommentText(args.text),
      mentions: await readMentions(args.mentionIds, [], context),
    };
    const created = await store.comments.create(project.id, comment, recordLimits.comments);
    if (!created) throw notFound(`${subject.kind}Id`, subject.kind, subject.id);
    return created;
  },
  async updateComment(_parent, { id, text, mentionIds }, context) {
    const { store, project, actor, now } = context;
    const comment = await store.comments.get(project.id, id);
    if (!comment) throw notFound("id", "comment", id);
    if (!isOwn(comment, actor)) throw new RecordError("FORBIDDEN", "Only its author can edit a comment");
    const mentions = await readMentions(mentionIds, comment.mentions, context);
    const edited = { text: readCommentText(text), mentions, editedAt: now() };
    const changed = await store.comments.edit(project.id, id, edited);
    if (!changed) throw notFound("id", "comment", id);
    return changed;
  },
  async deleteComment(_parent, { id }, { store, project, actor }) {
    const comment = await store.comments.get(project.id, id);
    if (!comment) return null;
    if (!isOwn(comment, actor)) requirePermission(actor, ["admin"]);
    return store.comments.delete(project.id, id);
  },
};

export const Comment: CommentResolvers = {
  async author({ authorKind, authorId, authorName }, _args, { loaders }) {
    const author = { kind: authorKind, id: authorId, name: authorName, isMember: true };
    if (authorKind !== "account" || authorId === null) return author;
    const account = await loaders.members.load(authorId);
    return { ...author, name: account?.name ?? authorName, isMember: account !== null };
  },
  mentions: ({ mentions }, _args, { loaders }) =>
    Promise.all(
      mentions.map(async ({ accountId, name }) => {
        const account = await loaders.members.load(accountId);
        return { accountId, name: account?.name ?? name, isMember: account !== null };
      }),
    ),
  isOwn: (comment, _args, { actor }) => isOwn(comment, actor),
};

export const Comments: CommentsResolvers = {
  nodes: ({ subject, window }, _args, { store, project }) => store.comments.page(project.id, subject, window),
  totalCount: ({ subject: { kind, id } }, _args, { loaders }) =>
    (kind === "thread" ? loaders.commentCountOfThread : loaders.commentCountOfStep).load(id),
};

export function readCommentWindow({
  first,
  skip,
}: {
  readonly first?: Given<number>;
  readonly skip?: Given<number>;
}): PageWindow {
  const size = { initial: recordLimits.defaultPageSize, most: recordLimits.pageSize };
  return { ...readPageWindow({ skip }), first: readPageSize(first, size) };
}

function authorOf({ kind, account, key }: Actor): Pick<CommentRecord, "authorId" | "authorKind" | "authorName"> {
  if (kind === "share") throw new RecordError("FORBIDDEN", "A share link cannot write comments");
  return { authorKind: kind, authorId: account?.id ?? key?.id ?? null, authorName: account?.name ?? key?.name ?? null };
}

/** Whether the caller wrote the comment. On a service without login, all callers are the same author. */
function isOwn({ authorKind, authorId }: CommentRecord, { kind, account, key }: Actor): boolean {
  return authorKind === kind && authorId === (account?.id ?? key?.id ?? null);
}

/**
 * Reads the mentions of a comment. Mentioned accounts must be members, or have been mentioned in the comment before.
 */
async function readMentions(
  given: Given<readonly string[]>,
  before: readonly CommentMention[],
  { loaders }: RequestContext,
): Promise<readonly CommentMention[]> {
  const ids = readMentionIds(given);
  const accounts = await Promise.all(ids.map((id) => loaders.members.load(id)));
  return ids.map((id, index) => {
    const account = accounts[index];
    if (account) return { accountId: id, name: account.name };
    const earlier = before.find(({ accountId }) => accountId === id);
    if (!earlier) throw badInput(`mentionIds[${index}]`, "is not a member of the project");
    return earlier;
  });
}
