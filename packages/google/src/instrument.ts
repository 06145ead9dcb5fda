import type { RecorderOptions } from "@threadline/core";
import { addLayer, patch } from "@threadline/core/internal";
import { RecordingClient } from "@threadline/core/recording";
import { clientParts } from "./client-parts.ts";
import { wrapChats } from "./conversations.ts";
import { wrapRequests } from "./requests.ts";
import { Recorder } from "./recorder.ts";

/** Class of the clients to record, and options of the recording. */
export interface InstrumentOptions extends RecorderOptions {
  /**
   * Class of the clients, as imported by the application. If the SDK is loaded both by `import` and by `require`,
   * instrument both classes.
   */
  GoogleGenAI: new (options: { apiKey: string }) => object;
}

/**
 * Records every call of every client of the class, including clients created earlier. If `instrument` is called several
 * times, the options of the last call apply, and no call is recorded twice.
 *
 * @returns A function that stops the recording.
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function instrument({ GoogleGenAI, ...options }: InstrumentOptions): () => void {
  const client = options.client ?? new RecordingClient();
  if (client.disabled) return () => undefined;
  // The SDK does not export the classes of a client's parts, so they are taken from a new client. That client sends
  // nothing.
  const { requests, chats } = clientParts(new GoogleGenAI({ apiKey: "unused" }));
  if (requests === undefined) return () => undefined;
  return addLayer(prototypeOf(requests), new Recorder(client, options), (current) => [
    patch(prototypeOf(requests), wrapRequests(current)),
    ...(chats === undefined ? [] : [patch(prototypeOf(chats), wrapChats(current))]),
  ]);
}

function prototypeOf(value: object): object {
  return Object.getPrototypeOf(value) as object;
}
