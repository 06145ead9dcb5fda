import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* Returns request options that contain the recording options of one call, with a type that every method of the client
* accepts. The value is `{ ...requestOptions, threadline: options }`.
*
* @example
* ```ts
* import Anthropic from "@anthropic-ai/sdk";
* import { callOptions } from "@threadline/anthropic";
*
* const anthropic = new Anthropic();
* const messages = [{ role: "user" as const, content: "Hello" }];
* const body = { model: "claude-sonnet-5-5", max_tokens: 100, messages };
* await anthropic.messages.create(body, callOptions({ tags: ["greeting"] }, { timeout: 5_000 }));
* ```
*/
declare function callOptions<Options extends object>(options: CallRecordOptions, requestOptions?: Options): Options;
/** Client class whose calls {@link instrument} records, and options for recording them. */
interface InstrumentOptions extends RecorderOptions$1 {
  /**
  * Client class of the SDK, as imported by the application. If the application loads the SDK both by `import` and by
  * `require`, there are two classes: call `instrument` for each of them.
  */
  Anthropic: abstract new (...values: never[]) => object;
}
/**
* Records every call of every client of the class and its subclasses, including clients created earlier. If
* `instrument` is called several times, the options of the last call apply, and no call is recorded twice.
*
* @returns A function that stops the recording.
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function instrument({
  Anthropic,
  ...options
}: InstrumentOptions): () => void;
/**
* Records all later calls of the client, and of the clients that its `withOptions` creates. Returns the client. The
* promises, responses, streams, errors and timing of its calls do not change.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observe<Client extends object>(client: Client, options?: RecorderOptions$1): Client;
export { type CallOptions, type InstrumentOptions, type RecordOptions, type RecorderOptions, callOptions, instrument, observe };