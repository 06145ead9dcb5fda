import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* Returns request options that contain the recording options of one call, with a type that every method of the client
* accepts. The value is `{ ...requestOptions, threadline: options }`.
*
* @example
* ```ts
* import { callOptions } from "@threadline/openai";
* import OpenAI from "openai";
*
* const openai = new OpenAI();
* const body = { model: "gpt-4o-mini", messages: [{ role: "user" as const, content: "Hello" }] };
* await openai.chat.completions.create(body, callOptions({ tags: ["greeting"] }, { timeout: 5_000 }));
* ```
*/
declare function callOptions<Options extends object>(options: CallRecordOptions, requestOptions?: Options): Options;
interface RecorderOptions extends RecorderOptions$1 {
  /** Provider of the model. Default: derived from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
  * Whether to request the usage of streamed chat completions and streamed text completions. The provider then sends an
  * additional chunk, which is hidden from the caller. If no usage is reported, the service estimates the token counts.
  * Default: true for providers that are known to support the request.
  */
  streamUsage?: boolean | undefined;
  /**
  * Whether a call outside any thread and step gets a new thread, named after the first user message. Calls share a
  * thread if they have the same `conversationId`, or if they continue a conversation by the parameters `conversation`
  * or `previous_response_id` of the Responses API. Default: true.
  */
  autoThread?: boolean | undefined;
}
/** Options of {@link instrument}: which clients to instrument, and how to record their calls. */
interface InstrumentOptions extends RecorderOptions {
  /**
  * Class of the clients, as imported by the application. If `openai` is loaded both by `import` and by `require`,
  * instrument both classes.
  */
  OpenAI: abstract new (...values: never[]) => object;
}
/**
* Records every call of every client of the class and its subclasses, such as `AzureOpenAI`, including clients created
* earlier. If `instrument` is called several times, the options of the last call apply, and no call is recorded twice.
*
* @returns A function that stops the recording.
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function instrument({
  OpenAI,
  ...options
}: InstrumentOptions): () => void;
/**
* Records all later calls of the client, and of the clients that its `withOptions` creates. Returns the client. The
* promises, responses, streams, errors and timing of its calls do not change.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observe<Client extends object>(client: Client, options?: RecorderOptions): Client;
/** A connection of the `openai` package: `OpenAIRealtimeWebSocket` or `OpenAIRealtimeWS`. */
interface RealtimeConnection {
  url?: URL | undefined;
  on(type: "event", listener: (event: object) => void): unknown;
}
/**
* Records every response of a realtime session as a generation in the current step and thread. Returns the connection.
* Only listens to the events of the connection. For audio, only the transcript is recorded.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observeRealtime<Connection extends RealtimeConnection>(connection: Connection, options?: RecorderOptions): Connection;
export { type CallOptions, type InstrumentOptions, type RealtimeConnection, type RecordOptions, type RecorderOptions, callOptions, instrument, observe, observeRealtime };