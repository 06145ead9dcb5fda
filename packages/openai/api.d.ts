import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* Request options that carry what one call is recorded with, typed so that every method of the client takes them. The same as
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
/** Options of the recorder. */
interface RecorderOptions extends RecorderOptions$1 {
  /** Provider of the model. Default: derived from the client's `baseURL`, such as `openai` or `azure`. */
  provider?: string | undefined;
  /**
  * Whether streams of chat completions and completions are asked for their usage when the caller did not; the chunk that
  * answers it is hidden from the caller. Default: true for the providers that are known to take the question. Without usage,
  * the service estimates the counts and marks them as estimates.
  */
  streamUsage?: boolean | undefined;
  /**
  * Whether a call that is made outside any thread or run gets a thread, named after the first user message. Calls share one by
  * their `conversationId`, else by the `conversation` or `previous_response_id` of a response. Default: true.
  */
  autoThread?: boolean | undefined;
}
/** Options of {@link instrument}: the class, and how to record its calls. */
interface InstrumentOptions extends RecorderOptions {
  /**
  * The class of the clients, as the application imports it. A class of its own counts for itself alone: where `openai` is loaded
  * both by `import` and by `require`, instrument both.
  */
  OpenAI: abstract new (...values: never[]) => object;
}
/**
* Records every call of every client of the class, made before or after, those of its subclasses (`AzureOpenAI`) included. The
* latest of several counts; calls are never recorded twice.
*
* @returns The function that undoes it.
* @throws {ConfigError} when no `client` is given and the environment holds no key.
*/
declare function instrument({
  OpenAI,
  ...options
}: InstrumentOptions): () => void;
/**
* Records every call that the client makes from now on, and returns the client itself; so do the clients that its `withOptions`
* makes. What the caller sees of a call stays as it is: its promise, answer, stream, errors and timing.
*
* @throws {ConfigError} when no `client` is given and the environment holds no key.
*/
declare function observe<Client extends object>(client: Client, options?: RecorderOptions): Client;
/** A connection of the `openai` package: `OpenAIRealtimeWebSocket` or `OpenAIRealtimeWS`. */
interface RealtimeConnection {
  url?: URL | undefined;
  on(type: "event", listener: (event: object) => void): unknown;
}
/**
* Records every response of a realtime session as a generation of the step and thread that this is called in, and returns the
* connection. It listens to events, and changes none. Sound is kept as its transcript.
*
* @throws {ConfigError} when no `client` is given and the environment holds no key.
*/
declare function observeRealtime<Connection extends RealtimeConnection>(connection: Connection, options?: RecorderOptions): Connection;
export { type CallOptions, type InstrumentOptions, type RealtimeConnection, type RecordOptions, type RecorderOptions, callOptions, instrument, observe, observeRealtime };