import { contentPreview, inputPreview } from "@threadline/schema/content-preview";
import type { MutationUpsertThreadArgs, ThreadInput } from "@threadline/schema/server";
import { isBrowserKey } from "../access/browser-key.ts";
import { checkBrowserThread } from "../records/browser-writes.ts";
import { badInput } from "../records/errors.ts";
import { readFilters } from "../records/filters.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageSize } from "../records/page-size.ts";
import { readScoreNames } from "../records/scores.ts";
import { readThread } from "../records/threads.ts";
import type { ThreadWrite } from "../store/threads.ts";
import { listConnection } from "./connection.ts";
import { outlineValue } from "./outline-value.ts";
import { readCommentWindow } from "./comments.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers, QueryResolvers, ThreadResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";
import { settleEach } from "./settle-each.ts";
import { tokenTotal } from "./token-total.ts";

export const threadQueries: QueryResolvers = {
  threads: (_parent, { stepTypesToKeep, ...args }, context) =>
    listConnection(context, {
      resource: "threads",
      lister: context.store.threads,
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
    const given = readOwnThread(args, context);
    const [write = given] = await withEnvironments([given], context);
    return context.store.threads.upsert(context.project.id, write);
  },
  async ingestThreads(_parent, { threads }, context) {
    const limit = recordLimits.threadCount;
    if (threads.length > limit)
      throw badInput("threads", `has ${threads.length} threads, and at most ${limit} are allowed`, limit);
    const { store, project } = context;
    const outcomes = await settleEach(
      threads,
      (thread) => readOwnThread(thread, context),
      async (writes) => store.threads.ingest(project.id, await withEnvironments(writes, context)),
    );
    return outcomes.map((outcome, index) => {
      const id = threads[index]?.id ?? "";
      if (outcome instanceof Error) return { id, ok: false, message: outcome.message };
      const isDeleted = outcome === "deleted";
      return { id, ok: true, message: isDeleted ? "The thread was deleted earlier, so it was not stored again" : null };
    });
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
  errorCount: async ({ id }, _args, { loaders }) => (await loaders.errorsOfThread.load(id)).count,
  errorPreview: async ({ id }, _args, { loaders }) => contentPreview((await loaders.errorsOfThread.load(id)).first),
  cost: ({ id }, _args, { loaders }) => loaders.costOfThread.load(id),
  costDetails: async ({ id }, _args, { loaders }) => (await loaders.usageOfThread.load(id))?.cost ?? null,
  tokenDetails: async ({ id }, _args, { loaders }) => (await loaders.usageOfThread.load(id))?.tokens ?? null,
  participant: ({ participantId }, _args, { loaders }) =>
    participantId === null ? null : loaders.users.load(participantId),
  steps: ({ id, stepTypesToKeep }, _args, { loaders }) =>
    loaders.stepsOfThread.load({ threadId: id, types: stepTypesToKeep }),
  comments: ({ id }, args) => ({ subject: { kind: "thread", id }, window: readCommentWindow(args) }),
  scores: ({ id }, _args, { loaders }) => loaders.scoresOfThread.load(id),
  stepScores: ({ id }, { first, names }, { loaders }) =>
    loaders.scoresOfStepsOfThread.load({
      id,
      first: readPageSize(first, { initial: recordLimits.defaultPageSize, most: recordLimits.pageSize }),
      names: readScoreNames("names", names) ?? undefined,
    }),
  turnCount: ({ id }, _args, { loaders }) => loaders.turnsOfThread.load(id),
  inputPreview: async ({ id }, _args, { loaders }) => inputPreview((await loaders.endsOfThread.load(id)).opening),
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

/** Converts a thread of a request. Throws if the caller may not write it. */
function readOwnThread(thread: MutationUpsertThreadArgs | ThreadInput, context: RequestContext): ThreadWrite {
  if (isBrowserKey(context.actor)) checkBrowserThread(thread);
  return readThread(thread, { ...arrival(context), id: thread.id });
}

function arrival({ now, newId }: RequestContext): { now: number; newUserId: string } {
  return { now: now(), newUserId: newId() };
}

async function withEnvironments(writes: readonly ThreadWrite[], context: RequestContext): Promise<ThreadWrite[]> {
  const ids = [...new Set(writes.map(({ id }) => id))];
  const stored = await context.store.threads.getMany(context.project.id, ids);
  const placed = new Set(stored.flatMap((thread) => (thread?.environment ? [thread.id] : [])));
  return writes.map((write) => {
    const placedWrite = placed.has(write.id) ? write : { ...write, ...environmentOf(write, context) };
    if (placedWrite.environment) placed.add(write.id);
    return placedWrite;
  });
}

function environmentOf(write: ThreadWrite, { environment }: RequestContext): Pick<ThreadWrite, "environment"> {
  return { environment: write.environment ?? environment ?? undefined };
}
