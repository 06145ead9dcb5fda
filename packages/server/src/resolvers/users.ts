import { badInput } from "../records/errors.ts";
import { readUser, readUserChange } from "../records/users.ts";
import { asIs, listConnection } from "./connection.ts";
import type { MutationResolvers, ParticipantResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";
import { tokenTotal } from "./token-total.ts";

export const userQueries: QueryResolvers = {
  participants: (_parent, args, context) =>
    listConnection(context, { resource: "users", lister: context.store.users, args, toNode: asIs }),
  async participant(_parent, { id, identifier }, { store, project, loaders }) {
    if (id != null) return loaders.users.load(id);
    if (identifier != null) return store.users.findByIdentifier(project.id, identifier);
    throw badInput("identifier", "an id or an identifier is required");
  },
};

export const userMutations: MutationResolvers = {
  createParticipant: (_parent, args, { store, project, now, newId }) =>
    store.users.create(project.id, readUser(args, { id: newId(), createdAt: now() })),
  async updateParticipant(_parent, args, { store, project }) {
    const user = await store.users.update(project.id, args.id, readUserChange(args));
    if (!user) throw notFound("id", "participant", args.id);
    return user;
  },
  deleteParticipant: (_parent, { id }, { store, project }) => store.users.delete(project.id, id),
};

export const Participant: ParticipantResolvers = {
  cost: ({ id }, _args, { loaders }) => loaders.costOfUser.load(id),
  lastEngaged: async ({ id }, _args, { loaders }) => (await loaders.userActivity.load(id)).lastEngaged,
  threadCount: async ({ id }, _args, { loaders }) => (await loaders.userActivity.load(id)).threadCount,
  tokenCount: async ({ id }, _args, { loaders }) => tokenTotal((await loaders.userActivity.load(id)).tokenCount),
};
