import { CallRecordOptions as CallOptions, RecordOptions, RecorderOptions } from "@threadline/core";

// src/options.d.ts
interface ObserveOptions extends RecorderOptions {
  /** Name of the run, or of a model call outside any run. Default: the name of the SDK's function, or of the model. */
  name?: string | undefined;
  /** Provider of the model. Default: the provider in the model's data, such as `openai`. */
  provider?: string | undefined;
}
/**
* Returns the module with functions and agents whose calls are recorded: each call becomes a run with its model calls
* and tools. Accepts the whole module (`import * as ai from "ai"`) or an object with some of its exports. Results,
* streams, errors and callbacks do not change.
*
* @example
* ```ts
* import { observe } from "@threadline/ai-sdk";
* import * as ai from "ai";
*
* const { generateText, streamText, embed } = observe(ai);
* ```
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observe<Module extends object>(ai: Module, options?: ObserveOptions): Module;
/**
* Returns a model that records each of its calls. Use it for frameworks that call models themselves. If the model is
* passed to a function of {@link observe}, which also records model calls, each call is still recorded only once.
*
* @throws {ConfigError} when no `client` is given and the environment has no key.
*/
declare function observeModel<Model extends object>(model: Model, options?: ObserveOptions): Model;
export { type CallOptions, type ObserveOptions, type RecordOptions, observe, observeModel };