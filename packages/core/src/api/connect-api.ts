import type { Configuration } from "../configuration.ts";
import { createTransport } from "../transport/create-transport.ts";
import { type Api, type ApiClient, createApi } from "./api.ts";

/** Creates the operations of a client that was created without them. */
export function connectApi(client: ApiClient, configuration: Configuration): Api {
  return createApi(client, createTransport(configuration));
}
