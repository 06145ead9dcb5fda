import { readFilters } from "../records/filters.ts";
import { readThread } from "../records/threads.ts";
import type { ThreadWrite } from "../store/threads.ts";
import { listConnection } from "./connection.ts";
import { contentPreview } from "./content-preview.ts";
import { outlineValue } from "./outline-value.ts";
import { readCommentWindow } from "./comments.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers, QueryResolvers, ThreadResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";
import { tokenTotal } from "./token-total.ts";

export const threadQueries: QueryResolvers = {
  threads: (_parent, { stepTypesToKeep, ...args }, { store, project }) =>
    listConnection(project.id, {
      resource: "threads",
      lister: store.threads,
      args,
      toNode: (thread) => (stepTypesToKeep ? { ...thread, stepTypesToKeep } : thread),
    }),
  threadDetail: (_parent, { id }, { loaders }) => loaders.threads.load(id),
};

export const threadMutations: MutationResolvers = {
  createThread: (_parent, args, context) => {
    const write = readThread(args, { ...arrival(context), id: context.newId() });
    return context.store.threads.upsert(context.project.id, { ...write, ...environmentOf(write, context) });
  },
  async upsertThread(_parent, args, context) {
    const { store, project } = context;
    const write = readThread(args, { ...arrival(context), id: args.id });
    const [stored] = await store.threads.getMany(project.id, [write.id]);
    // The header names the environment that the thread began in: it does not move a thread that has one.
    return store.threads.upsert(
      project.id,
      stored?.environment ? write : { ...write, ...environmentOf(write, context) },
    );
  },
  async updateThread(_parent, args, context) {
    const write = readThread(args, { ...arrival(context), id: args.id });
    const thread = await context.store.threads.update(context.project.id, write);
    if (!thread) throw notFound("id", "thread", args.id);
    return thread;
  },
  deleteThread: (_parent, { id }, { store, project, now }) => store.threads.delete(project.id, id, now()),
};

export const Thread: ThreadResolvers = {
  tokenCount: ({ tokenCount }) => tokenTotal(tokenCount),
  errorCount: ({ id }, _args, { loaders }) => loaders.errorsOfThread.load(id),
  cost: ({ id }, _args, { loaders }) => loaders.costOfThread.load(id),
  costDetails: async ({ id }, _args, { loaders }) => (await loaders.usageOfThread.load(id))?.cost ?? null,
  tokenDetails: async ({ id }, _args, { loaders }) => (await loaders.usageOfThread.load(id))?.tokens ?? null,
  participant: ({ participantId }, _args, { loaders }) =>
    participantId === null ? null : loaders.users.load(participantId),
  steps: ({ id, stepTypesToKeep }, _args, { loaders }) =>
    loaders.stepsOfThread.load({ threadId: id, types: stepTypesToKeep }),
  comments: ({ id }, args) => ({ subject: { kind: "thread", id }, window: readCommentWindow(args) }),
  scores: ({ id }, _args, { loaders }) => loaders.scoresOfThread.load(id),
  inputPreview: async ({ id }, _args, { loaders }) => contentPreview((await loaders.endsOfThread.load(id)).opening),
  outputPreview: async ({ id }, _args, { loaders }) => contentPreview((await loaders.endsOfThread.load(id)).closing),
  async contentMatch({ id }, { text }, { store, project }) {
    const filters = readFilters("steps", [
      { field: "threadId", operator: "eq", value: id },
      { field: "content", operator: "ilike", value: text },
    ]);
    return (await store.steps.list(project.id, { filters, first: 1 })).edges[0]?.node ?? null;
  },
  outline: ({ id }, _args, { store, project }) => outlineValue(store.steps.outlineOfThread(project.id, id)),
};

function arrival({ now, newId }: RequestContext): { now: number; newUserId: string } {
  return { now: now(), newUserId: newId() };
}

function environmentOf(write: ThreadWrite, { environment }: RequestContext): Pick<ThreadWrite, "environment"> {
  return { environment: write.environment ?? environment ?? undefined };
}
