import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* HTTP options of a call with its record options, for `config.httpOptions`. The same as
* `{ ...httpOptions, threadline: options }`.
*
* @example
* ```ts
* import { GoogleGenAI } from "@google/genai";
* import { callOptions } from "@threadline/google";
*
* const google = new GoogleGenAI({ apiKey: "key" });
* const config = { httpOptions: callOptions({ tags: ["greeting"] }, { timeout: 5_000 }) };
* await google.models.generateContent({ model: "gemini-2.5-flash", contents: "Hello", config });
* ```
*/
declare function callOptions<Options extends object>(options: CallRecordOptions, httpOptions?: Options): Options;
/** Options of {@link instrument}: the class, and how to record its calls. */
interface InstrumentOptions extends RecorderOptions$1 {
  /**
  * Class of the clients, as imported by the application. If the SDK is loaded both by `import` and by `require`, instrument
  * both classes.
  */
  GoogleGenAI: new (options: {
    apiKey: string;
  }) => object;
}
/**
* Records every call of every client of the class, created before or after. If called several times, the last call
* applies; calls are never recorded twice.
*
* @returns The function that undoes it.
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function instrument({
  GoogleGenAI,
  ...options
}: InstrumentOptions): () => void;
/**
* Records every later call of the client and returns the client. Promises, answers, streams, errors and timing of calls
* do not change.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observe<Client extends object>(client: Client, options?: RecorderOptions$1): Client;
export { type CallOptions, type InstrumentOptions, type RecordOptions, type RecorderOptions, callOptions, instrument, observe };