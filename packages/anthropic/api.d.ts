import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* Request options with the record options of one call, typed so that every method of the client accepts them. The same as
* `{ ...requestOptions, threadline: options }`.
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
/** Options of {@link instrument}: the class, and how to record its calls. */
interface InstrumentOptions extends RecorderOptions$1 {
  /**
  * Class of the clients, as imported by the application. If the SDK is loaded both by `import` and by `require`, instrument
  * both classes.
  */
  Anthropic: abstract new (...values: never[]) => object;
}
/**
* Records every call of every client of the class, created before or after, and of its subclasses. If called several
* times, the last call applies; calls are never recorded twice.
*
* @returns The function that undoes it.
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function instrument({
  Anthropic,
  ...options
}: InstrumentOptions): () => void;
/**
* Records every later call of the client and of clients from its `withOptions`, and returns the client. Promises, answers,
* streams, errors and timing of calls do not change.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observe<Client extends object>(client: Client, options?: RecorderOptions$1): Client;
export { type CallOptions, type InstrumentOptions, type RecordOptions, type RecorderOptions, callOptions, instrument, observe };