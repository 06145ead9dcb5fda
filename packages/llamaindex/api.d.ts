import { RecordingClient } from "@threadline/core";

// src/observe.d.ts
/** Callback manager of the framework, such as `Settings.callbackManager`. */
interface LlamaIndexCallbacks {
  readonly on: (event: never, handler: never) => unknown;
}
/** Options of `observe`. */
interface ObserveOptions {
  /** Client that sends the records. */
  client: RecordingClient;
  /** Whether calls outside any thread and step get a new thread, named after the question. Default: true. */
  autoThread?: boolean | undefined;
}
/**
* Records the events of a callback manager, and returns it. The recording never throws into the application, waits for the
* network or changes an event.
*
* @example
* ```ts
* import { Settings } from "@llamaindex/core/global";
* import { OpenAI } from "@llamaindex/openai";
* import { Threadline } from "@threadline/core";
* import { observe } from "@threadline/llamaindex";
*
* const client = new Threadline();
* observe(Settings.callbackManager, { client });
* const llm = new OpenAI({ model: "gpt-4o-mini" });
* await llm.chat({ messages: [{ role: "user", content: "When do you open?" }] });
* await client.flush();
* ```
*/
declare function observe<Callbacks extends LlamaIndexCallbacks>(callbacks: Callbacks, {
  client,
  autoThread
}: ObserveOptions): Callbacks;
export { type LlamaIndexCallbacks, type ObserveOptions, observe };