import { RecordingClient } from "@threadline/core/recording";
import { type RecordedCall, startNow, toObject, toText, type Wire } from "@threadline/core/internal";
import { realtimeResponses, RealtimeConversation } from "./mapping/realtime.ts";
import { readProvider } from "./provider.ts";
import { Recorder } from "./recorder.ts";
import type { RecorderOptions } from "./recorder-options.ts";

/** A connection of the `openai` package: `OpenAIRealtimeWebSocket` or `OpenAIRealtimeWS`. */
export interface RealtimeConnection {
  url?: URL | undefined;
  on(type: "event", listener: (event: object) => void): unknown;
}

/**
 * Records every response of a realtime session as a generation in the current step and thread. Returns the connection.
 * Only listens to the events of the connection. For audio, only the transcript is recorded.
 *
 * @throws {ConfigError} when no `client` is given and the environment has no key.
 */
export function observeRealtime<Connection extends RealtimeConnection>(
  connection: Connection,
  options: RecorderOptions = {},
): Connection {
  const client = options.client ?? new RecordingClient();
  if (client.disabled) return connection;
  const recorder = new Recorder(client, options);
  const { context } = client;
  const conversation = new RealtimeConversation();
  const calls = new Map<unknown, RecordedCall>();
  const provider = readProvider({ baseURL: connection.url?.href.replace(/^ws/u, "http") }).name;

  const start = ({ id, conversation_id: conversationId }: Wire): void => {
    const call = client.store.run(context, () =>
      recorder.start({
        surface: realtimeResponses,
        mapped: conversation.read(),
        options: { conversationId: toText(conversationId) },
        provider,
        startedAt: startNow(),
        asksForUsage: false,
      }),
    );
    call.responded();
    calls.set(id, call);
  };

  const receive = (event: Readonly<Record<string, unknown>>): void => {
    const { type, response, response_id: responseId } = event;
    if (type === "response.created") start(toObject(response));
    conversation.add(event);
    if (type === "response.done") {
      const { id } = toObject(response);
      calls.get(id)?.parsed(response);
      calls.delete(id);
    } else if (responseId !== undefined) calls.get(responseId)?.received(event);
  };

  connection.on("event", (event) => recorder.safely(() => receive(toObject(event))));
  return connection;
}
