import { type UserActivity, userDataKinds } from "../store/users.ts";
import { badInput } from "../records/errors.ts";
import { readThreadPeriod, readUser, readUserChange } from "../records/users.ts";
import { listConnection } from "./connection.ts";
import type { MutationResolvers, ParticipantResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";
import type { RequestContext } from "./context.ts";
import type { UserSource } from "./sources.ts";
import { tokenTotal } from "./token-total.ts";

/**
 * Maximum time per request for deleting the data of a user, in milliseconds. The next request continues the deletion.
 */
const maxDeletionMs = 3_000;

type Counts = Record<(typeof userDataKinds)[number], number>;

export const userQueries: QueryResolvers = {
  participants(_parent, args, context) {
    const { users } = context.store;
    const period = readThreadPeriod(args);
    return listConnection(context, {
      resource: "users",
      lister: {
        list: (projectId, query) => users.list(projectId, { ...query, period }),
        count: (projectId, query) => users.count(projectId, { ...query, period }),
      },
      args,
      toNode: (user) => ({ ...user, period }),
    });
  },
  async participant(_parent, { id, identifier }, { store, project, loaders }) {
    if (id != null) return loaders.users.load(id);
    if (identifier != null) return store.users.findByIdentifier(project.id, identifier);
    throw badInput("identifier", "an id or an identifier is required");
  },
};

export const userMutations: MutationResolvers = {
  createParticipant: (_parent, args, { store, project, now, newId }) =>
    store.users.create(project.id, readUser(args, { id: newId(), createdAt: now() })),
  async updateParticipant(_parent, args, { store, project, now }) {
    const user = await store.users.update(project.id, args.id, readUserChange(args), now());
    if (!user) throw notFound("id", "participant", args.id);
    return user;
  },
  deleteParticipant: (_parent, { id }, { store, project, now }) => store.users.delete(project.id, id, now()),
  async deleteParticipantData(_parent, { id, identifier }, { store, project, now }) {
    const [user] = await store.users.getMany(project.id, [id]);
    if (!user) return null;
    if (identifier !== user.identifier)
      throw badInput("identifier", "must be the identifier of the user, to confirm the deletion");
    const total = Object.fromEntries(userDataKinds.map((kind) => [kind, 0])) as Counts; // one for every kind
    const endsAt = performance.now() + maxDeletionMs;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const part = await store.users.deleteData(project.id, id, now());
      for (const kind of userDataKinds) total[kind] += part?.deleted[kind] ?? 0;
      // Another request may have deleted the last part.
      const isComplete = part?.isComplete ?? true;
      if (isComplete || performance.now() > endsAt) return { ...total, isComplete };
    }
  },
};

export const Participant: ParticipantResolvers = {
  cost: ({ id, period }, _args, { loaders }) => loaders.costOfUser.load({ id, period }),
  errorThreadCount: ({ id, period }, _args, { loaders }) => loaders.errorThreadCountOfUser.load({ id, period }),
  // Of all threads, also in the list of a period: it is the time at which the user was first seen.
  firstEngaged: async ({ id }, _args, { loaders }) => (await loaders.userActivity.load({ id })).firstEngaged,
  lastEngaged: async (user, _args, context) => (await activityOf(user, context)).lastEngaged,
  scoreStatistics: ({ id, period }, { name }, { loaders }) => loaders.scoresOfUser.load({ id, name, period }),
  threadCount: async (user, _args, context) => (await activityOf(user, context)).threadCount,
  tokenCount: async (user, _args, context) => tokenTotal((await activityOf(user, context)).tokenCount),
};

function activityOf({ id, period }: UserSource, { loaders }: RequestContext): Promise<UserActivity> {
  return loaders.userActivity.load({ id, period });
}
