import type { Configuration } from "../configuration.ts";
import type { RecordingClient } from "../recording-client.ts";
import { createTransport } from "../transport/create-transport.ts";
import { type Api, createApi } from "./api.ts";

/** The operations of a client that was made without them. */
export function connectApi(client: RecordingClient, configuration: Configuration): Api {
  return createApi(client, createTransport(configuration));
}
