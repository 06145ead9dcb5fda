import type { RecorderOptions } from "@threadline/core";
import { addLayer, patch } from "@threadline/core/internal";
import { RecordingClient } from "@threadline/core/recording";
import { clientParts } from "./client-parts.ts";
import { wrapChats, wrapModels } from "./conversations.ts";
import { Recorder } from "./recorder.ts";
import { wrapRequests } from "./requests.ts";

/**
 * Records all later calls of the client. Returns the client. The promises, responses, streams, errors and timing of its
 * calls do not change.
 *
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function observe<Client extends object>(client: Client, options: RecorderOptions = {}): Client {
  const threadline = options.client ?? new RecordingClient();
  if (threadline.disabled) return client;
  const { requests, models, chats } = clientParts(client);
  if (requests === undefined) return client;
  addLayer(requests, new Recorder(threadline, options), (current) => [
    patch(requests, wrapRequests(current)),
    ...(models === undefined ? [] : [patch(models, wrapModels(current))]),
    ...(chats === undefined ? [] : [patch(chats, wrapChats(current))]),
  ]);
  return client;
}
