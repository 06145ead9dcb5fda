import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* Request options with the record options of one call, typed so that every method of the client accepts them. The same as
* `{ ...requestOptions, threadline: options }`.
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
  * Whether to request the usage of streams of chat completions and completions; the additional chunk is hidden from
  * the caller. Default: true for providers that are known to support it. Without usage, the service estimates the
  * counts and marks them as estimates.
  */
  streamUsage?: boolean | undefined;
  /**
  * Whether a call outside any thread or run gets a thread, named after the first user message. Calls share one by
  * their `conversationId`, otherwise by the `conversation` or `previous_response_id` of a response. Default: true.
  */
  autoThread?: boolean | undefined;
}
/** Options of {@link instrument}: the class, and how to record its calls. */
interface InstrumentOptions extends RecorderOptions {
  /**
  * Class of the clients, as imported by the application. If `openai` is loaded both by `import` and by `require`,
  * instrument both classes.
  */
  OpenAI: abstract new (...values: never[]) => object;
}
/**
* Records every call of every client of the class, created before or after, and of its subclasses, such as `AzureOpenAI`. If called
* several times, the last call applies; calls are never recorded twice.
*
* @returns The function that undoes it.
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function instrument({
  OpenAI,
  ...options
}: InstrumentOptions): () => void;
/**
* Records every later call of the client and of clients from its `withOptions`, and returns the client. Promises,
* answers, streams, errors and timing of calls do not change.
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
* Records every response of a realtime session as a generation of the current step and thread, and returns the
* connection. Only listens to events. Audio is recorded as its transcript.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observeRealtime<Connection extends RealtimeConnection>(connection: Connection, options?: RecorderOptions): Connection;
export { type CallOptions, type InstrumentOptions, type RealtimeConnection, type RecordOptions, type RecorderOptions, callOptions, instrument, observe, observeRealtime };