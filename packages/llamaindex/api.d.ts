import { RecordingClient } from "@threadline/core";

// src/observe.d.ts
/** Callback manager of the framework, such as `Settings.callbackManager`. */
interface LlamaIndexCallbacks {
  readonly on: (event: never, handler: never) => unknown;
  readonly dispatchEvent?: ((event: never, detail: never) => unknown) | undefined;
}
interface ObserveOptions {
  client: RecordingClient;
  /**
  * Whether calls outside any thread and step get a new thread. The thread is named after the question. Default: true.
  */
  autoThread?: boolean | undefined;
  /**
  * Language models and embedding models, such as `Settings.llm` and `Settings.embedModel`. LlamaIndex does not report
  * embeddings, failed calls, or streams that are not read to their end. Such calls are recorded only for these
  * models. Default: none.
  */
  models?: readonly object[] | undefined;
}
/**
* Records the events of a callback manager. Returns the callback manager. The recording never throws into the
* application, waits for the network or changes an event. The methods of `models` are wrapped.
*
* @example
* ```ts
* import { Settings } from "@llamaindex/core/global";
* import { OpenAI } from "@llamaindex/openai";
* import { Threadline } from "@threadline/core";
* import { observe } from "@threadline/llamaindex";
*
* const client = new Threadline();
* const llm = new OpenAI({ model: "gpt-4o-mini" });
* observe(Settings.callbackManager, { client, models: [llm] });
* await llm.chat({ messages: [{ role: "user", content: "When do you open?" }] });
* await client.flush();
* ```
*/
declare function observe<Callbacks extends LlamaIndexCallbacks>(callbacks: Callbacks, {
  client,
  autoThread,
  models
}: ObserveOptions): Callbacks;
export { type LlamaIndexCallbacks, type ObserveOptions, observe };