import type { Configuration } from "../configuration.ts";
import { createTransport } from "../transport/create-transport.ts";
import { type Api, type ApiClient, createApi } from "./api.ts";

export function connectApi(client: ApiClient, configuration: Configuration): Api {
  return createApi(client, createTransport(configuration));
}
