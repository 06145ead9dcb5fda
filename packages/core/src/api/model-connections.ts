import {
  GET_MODEL_CONNECTION,
  GET_MODEL_CONNECTIONS,
  TEST_MODEL_CONNECTION,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Maybe } from "../types/json.ts";
import type { ModelConnection, ModelConnectionTest } from "../types/model-connections.ts";

/** Operations on model connections, through which the service calls model providers. Accounts with the permission `admin` create them in the UI. */
export interface ModelConnectionOperations {
  /** Lists all model connections of the project, in order of their names. */
  getModelConnections(options?: CallOptions): Promise<ModelConnection[]>;
  /** Returns the model connection; null when not found. */
  getModelConnection(id: string, options?: CallOptions): Promise<ModelConnection | null>;
  /** Calls a model with a short message. Default of `model`: the first model of the connection. */
  testModelConnection(
    id: string,
    test?: { model?: Maybe<string> },
    options?: CallOptions,
  ): Promise<ModelConnectionTest>;
}

export function createModelConnectionOperations(transport: Transport): ModelConnectionOperations {
  return {
    async getModelConnections(options) {
      return (await transport.graphql(GET_MODEL_CONNECTIONS, {}, options)).modelConnections;
    },
    async getModelConnection(id, options) {
      return (await transport.graphql(GET_MODEL_CONNECTION, { id }, options)).modelConnection;
    },
    async testModelConnection(id, { model } = {}, options) {
      const variables = { id, ...(model != null && { model }) };
      return (await transport.graphql(TEST_MODEL_CONNECTION, variables, options)).testModelConnection;
    },
  };
}
