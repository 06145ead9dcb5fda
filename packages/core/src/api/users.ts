import { CREATE_USER, DELETE_USER, GET_USER, GET_USERS, UPDATE_USER } from "../documents/generated/documents.ts";
import { GraphQLRequestError } from "../errors.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import type { ListArguments, ListOperation } from "../types/lists.ts";
import type { ParticipantsFilter, ParticipantsOrderBy } from "../types/users.ts";
import { User } from "../user.ts";
import { found } from "./found.ts";
import { listOperation, toPage } from "./lists.ts";

/** Operations on users, who are the end users of the recorded application. */
export interface UserOperations {
  /** Returns a page of users with their last activity and usage. */
  getUsers: ListOperation<ListArguments<ParticipantsFilter, ParticipantsOrderBy>, User>;
  /**
   * Creates a user. `identifier` is the id that your application uses for the user, and must be unique in the project.
   */
  createUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /** Updates the given fields of a user. `id` is the id that the service gave the user, not the `identifier`. */
  updateUser(id: string, identifier?: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /**
   * Returns the id of the user with this identifier, and creates the user if necessary. If `metadata` is given, it
   * replaces the stored metadata.
   */
  getOrCreateUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<string>;
  /** Returns the user; undefined when not found. */
  getUser(identifier: string, options?: CallOptions): Promise<User | undefined>;
  /**
   * Deletes a user, and resolves to `id`, which is the id that the service gave the user, not the `identifier`. Rejects
   * when the user does not exist.
   */
  deleteUser(id: string, options?: CallOptions): Promise<string>;
}

export function createUserOperations(transport: Transport): UserOperations {
  const getUser: UserOperations["getUser"] = async (identifier, options) => {
    const data = await transport.graphql(GET_USER, { identifier }, options);
    return data.participant ? new User(data.participant) : undefined;
  };
  const createUser: UserOperations["createUser"] = async (identifier, metadata, options) => {
    const variables = { identifier, metadata };
    const data = await transport.graphql(CREATE_USER, variables, options);
    return new User(found("createUser", identifier, data.createParticipant));
  };
  const updateUser: UserOperations["updateUser"] = async (id, identifier, metadata, options) => {
    const variables = { id, identifier, metadata };
    const data = await transport.graphql(UPDATE_USER, variables, options);
    return new User(found("updateUser", id, data.updateParticipant));
  };

  return {
    getUser,
    createUser,
    updateUser,
    getUsers: listOperation(async (list = {}, options) => {
      const { participants } = await transport.graphql(GET_USERS, list, options);
      return toPage(participants, (user) => new User(user));
    }),
    async getOrCreateUser(identifier, metadata, options) {
      const existing = await getUser(identifier, options);
      if (existing === undefined) {
        try {
          const created = await createUser(identifier, metadata, options);
          return found("getOrCreateUser", identifier, created.id);
        } catch (error) {
          // `CONFLICT` means that another caller has created the user in the meantime. Any other error is thrown.
          if (!(error instanceof GraphQLRequestError && error.codes.includes("CONFLICT"))) throw error;
        }
      }
      const user = existing ?? (await getUser(identifier, options));
      const id = found("getOrCreateUser", identifier, user?.id);
      if (metadata) await updateUser(id, identifier, metadata, options);
      return id;
    },
    async deleteUser(id, options) {
      const data = await transport.graphql(DELETE_USER, { id }, options);
      return found("deleteUser", id, data.deleteParticipant).id;
    },
  };
}
