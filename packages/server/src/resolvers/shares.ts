import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { creationIn } from "./creation.ts";
import type { MutationResolvers, QueryResolvers, ThreadShareResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const shareQueries: QueryResolvers = {
  sharedThread: (_parent, _args, { actor, loaders }) =>
    actor.share ? loaders.threads.load(actor.share.threadId) : null,
  threadShares: (_parent, { threadId }, { store, project }) => store.shares.ofThread(project.id, threadId),
};

export const shareMutations: MutationResolvers = {
  async shareThread(_parent, { threadId, expiresAt = null }, context) {
    const { store, project, loaders, actor, now } = context;
    if (expiresAt !== null && expiresAt <= now()) throw badInput("expiresAt", "must be in the future");
    if (!(await loaders.threads.load(threadId))) throw notFound("threadId", "thread", threadId);
    const share = { ...creationIn(context), threadId, createdBy: actor.account?.id ?? null, expiresAt };
    return store.shares.create(project.id, share, recordLimits.threadShares);
  },
  unshareThread: (_parent, { id }, { store, project }) => store.shares.delete(project.id, id),
};

export const ThreadShare: ThreadShareResolvers = {
  token: (share, _args, { shareTokenOf }) => shareTokenOf(share),
  url: (share, _args, { baseUrl, shareTokenOf }) => `${baseUrl}/shared/${shareTokenOf(share)}`,
};
