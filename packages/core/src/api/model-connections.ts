import {
  CHECK_MODEL_CONNECTION,
  CREATE_MODEL_CONNECTION,
  DELETE_MODEL_CONNECTION,
  GET_MODEL_CONNECTION,
  GET_MODEL_CONNECTIONS,
  TEST_MODEL_CONNECTION,
  UPDATE_MODEL_CONNECTION,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Maybe } from "../types/json.ts";
import type {
  ModelConnection,
  ModelConnectionCheck,
  ModelConnectionTest,
  NewModelConnection,
} from "../types/model-connections.ts";
import { found } from "./found.ts";

/**
 * Operations on model connections, through which the service calls model providers. Creating, changing and deleting
 * them requires a key with the scopes `connections` and `read`, or an account with the permission `admin`.
 */
export interface ModelConnectionOperations {
  /** Lists all model connections of the project, in order of their names. */
  getModelConnections(options?: CallOptions): Promise<ModelConnection[]>;
  /** Returns the model connection; null when not found. */
  getModelConnection(id: string, options?: CallOptions): Promise<ModelConnection | null>;
  /** Creates a connection. Rejected if the name is taken, or if the service may not connect to the address. */
  createModelConnection(connection: NewModelConnection, options?: CallOptions): Promise<ModelConnection>;
  /**
   * Replaces the content of a connection. If `apiKey` or `headers` are absent, the stored ones stay unchanged. If the
   * host of `baseUrl` changes, they must be passed again, so that the service never sends stored secrets to another
   * host.
   */
  updateModelConnection(id: string, connection: NewModelConnection, options?: CallOptions): Promise<ModelConnection>;
  /** Deletes a connection with its key, and resolves to its id. */
  deleteModelConnection(id: string, options?: CallOptions): Promise<string>;
  /**
   * Calls a model with a short message. For a connection of the kind `task`, sends a signed test request instead.
   * Default of `model`: the first model of the connection.
   */
  testModelConnection(
    id: string,
    test?: { model?: Maybe<string> },
    options?: CallOptions,
  ): Promise<ModelConnectionTest>;
  /**
   * Checks the content of a connection before it is stored: requests the provider's list of models, which calls no
   * model. For the kind `task`, sends a signed test request instead. With the `id` of a stored connection, its key and
   * headers are used if the content has none.
   */
  checkModelConnection(
    connection: NewModelConnection,
    stored?: { id?: Maybe<string> },
    options?: CallOptions,
  ): Promise<ModelConnectionCheck>;
}

export function createModelConnectionOperations(transport: Transport): ModelConnectionOperations {
  return {
    async getModelConnections(options) {
      return (await transport.graphql(GET_MODEL_CONNECTIONS, {}, options)).modelConnections;
    },
    async getModelConnection(id, options) {
      return (await transport.graphql(GET_MODEL_CONNECTION, { id }, options)).modelConnection;
    },
    async createModelConnection(connection, options) {
      return (await transport.graphql(CREATE_MODEL_CONNECTION, { connection }, options)).createModelConnection;
    },
    async updateModelConnection(id, connection, options) {
      return (await transport.graphql(UPDATE_MODEL_CONNECTION, { id, connection }, options)).updateModelConnection;
    },
    async deleteModelConnection(id, options) {
      const { deleteModelConnection } = await transport.graphql(DELETE_MODEL_CONNECTION, { id }, options);
      return found("deleteModelConnection", id, deleteModelConnection).id;
    },
    async testModelConnection(id, { model } = {}, options) {
      const variables = { id, ...(model != null && { model }) };
      return (await transport.graphql(TEST_MODEL_CONNECTION, variables, options)).testModelConnection;
    },
    async checkModelConnection(connection, { id } = {}, options) {
      const variables = { connection, ...(id != null && { id }) };
      return (await transport.graphql(CHECK_MODEL_CONNECTION, variables, options)).checkModelConnection;
    },
  };
}
