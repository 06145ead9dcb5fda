import { GraphQLRequestError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import type { ListArguments, PaginatedResponse } from "../types/lists.ts";
import type { ParticipantsFilter, ParticipantsOrderBy, UserFields } from "../types/users.ts";
import { User } from "../user.ts";
import { found } from "./found.ts";
import { type Connection, listDocument, toPage } from "./lists.ts";
import { query, repeatableMutation, singleMutation } from "./operation.ts";
import { PARTICIPANT } from "./selections.ts";

/** The end users of the recorded application. */
export interface UserOperations {
  /** A page of users, with when they were last seen and how much they used. */
  getUsers(
    list?: ListArguments<ParticipantsFilter, ParticipantsOrderBy>,
    options?: CallOptions,
  ): Promise<PaginatedResponse<User>>;
  /** Creates a user; `identifier` is the caller's own name for them, unique in the project. */
  createUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /** Changes what is given, and keeps the rest. `id` is the one that the service gave. */
  updateUser(id: string, identifier?: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /** The id of the user with this identifier, who is created when there is none; metadata that is given replaces what is stored. */
  getOrCreateUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<string>;
  /** The user, or undefined when there is none. */
  getUser(identifier: string, options?: CallOptions): Promise<User | undefined>;
  /** Deletes the user; resolves to the id. */
  deleteUser(id: string, options?: CallOptions): Promise<string>;
}

const GET_USERS = query(
  "getUsers",
  listDocument("participants", {
    filter: "participantsInputType",
    orderBy: "ParticipantsOrderByInput",
    selection: `${PARTICIPANT} lastEngaged threadCount tokenCount`,
  }),
);
const CREATE_USER = singleMutation(
  "createUser",
  `($identifier: String!, $metadata: Json) {
    createParticipant(identifier: $identifier, metadata: $metadata) { ${PARTICIPANT} }
  }`,
);
const UPDATE_USER = repeatableMutation(
  "updateUser",
  `($id: String!, $identifier: String, $metadata: Json) {
    updateParticipant(id: $id, identifier: $identifier, metadata: $metadata) { ${PARTICIPANT} }
  }`,
);
const GET_USER = query(
  "getUser",
  `($identifier: String!) { participant(identifier: $identifier) { ${PARTICIPANT} lastEngaged threadCount tokenCount } }`,
);
const DELETE_USER = singleMutation("deleteUser", `($id: String!) { deleteParticipant(id: $id) { id } }`);

/** The operations on users. */
export function createUserOperations(transport: Transport): UserOperations {
  const getUser: UserOperations["getUser"] = async (identifier, options) => {
    const data = await transport.graphql<{ participant: UserFields | null }>(GET_USER, { identifier }, options);
    return data.participant ? new User(data.participant) : undefined;
  };
  const createUser: UserOperations["createUser"] = async (identifier, metadata, options) => {
    const variables = { identifier, metadata };
    const data = await transport.graphql<{ createParticipant: UserFields | null }>(CREATE_USER, variables, options);
    return new User(found("createUser", identifier, data.createParticipant));
  };
  const updateUser: UserOperations["updateUser"] = async (id, identifier, metadata, options) => {
    const variables = { id, identifier, metadata };
    const data = await transport.graphql<{ updateParticipant: UserFields | null }>(UPDATE_USER, variables, options);
    return new User(found("updateUser", id, data.updateParticipant));
  };

  return {
    getUser,
    createUser,
    updateUser,
    async getUsers(list = {}, options) {
      const data = await transport.graphql<{ participants: Connection<UserFields> }>(GET_USERS, list, options);
      return toPage(data.participants, (user) => new User(user));
    },
    async getOrCreateUser(identifier, metadata, options) {
      const existing = await getUser(identifier, options);
      if (existing === undefined) {
        try {
          const created = await createUser(identifier, metadata, options);
          return found("getOrCreateUser", identifier, created.id);
        } catch (error) {
          // Another caller may have created the user in between.
          if (!(error instanceof GraphQLRequestError && error.codes.includes("CONFLICT"))) throw error;
        }
      }
      const user = existing ?? (await getUser(identifier, options));
      const id = found("getOrCreateUser", identifier, user?.id);
      if (metadata) await updateUser(id, identifier, metadata, options);
      return id;
    },
    async deleteUser(id, options) {
      const data = await transport.graphql<{ deleteParticipant: { id: string } | null }>(DELETE_USER, { id }, options);
      return found("deleteUser", id, data.deleteParticipant).id;
    },
  };
}
