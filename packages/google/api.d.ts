import { CallRecordOptions, CallRecordOptions as CallOptions, RecordOptions, RecorderOptions, RecorderOptions as RecorderOptions$1 } from "@threadline/core";

// src/call-options.d.ts
/**
* Returns HTTP options that contain the recording options of one call, for `config.httpOptions`. The value is `{
* ...httpOptions, threadline: options }`.
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
/** Class of the clients to record, and options of the recording. */
interface InstrumentOptions extends RecorderOptions$1 {
  /**
  * Class of the clients, as imported by the application. If the SDK is loaded both by `import` and by `require`,
  * instrument both classes.
  */
  GoogleGenAI: new (options: {
    apiKey: string;
  }) => object;
}
/**
* Records every call of every client of the class, including clients created earlier. If `instrument` is called several
* times, the options of the last call apply, and no call is recorded twice.
*
* @returns A function that stops the recording.
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function instrument({
  GoogleGenAI,
  ...options
}: InstrumentOptions): () => void;
/**
* Records all later calls of the client. Returns the client. The promises, responses, streams, errors and timing of its
* calls do not change.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observe<Client extends object>(client: Client, options?: RecorderOptions$1): Client;
export { type CallOptions, type InstrumentOptions, type RecordOptions, type RecorderOptions, callOptions, instrument, observe };