import type { RecordingClient } from "@threadline/core";
import { EventRecorder } from "./event-recorder.ts";
import type { LlamaIndexEvent } from "./framework.ts";
import { type Dispatch, ModelRecorder } from "./model-recorder.ts";
import { observeModel } from "./observe-model.ts";

/** Callback manager of the framework, such as `Settings.callbackManager`. */
export interface LlamaIndexCallbacks {
  readonly on: (event: never, handler: never) => unknown;
  readonly dispatchEvent?: ((event: never, detail: never) => unknown) | undefined;
}

export interface ObserveOptions {
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

const EVENTS = [
  "llm-start",
  "llm-stream",
  "llm-end",
  "llm-tool-call",
  "llm-tool-result",
  "query-start",
  "query-end",
  "retrieve-start",
  "retrieve-end",
  "synthesize-start",
  "synthesize-end",
  "agent-start",
  "agent-end",
  "threadline-embedding-start",
  "threadline-embedding-end",
] as const;

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
export function observe<Callbacks extends LlamaIndexCallbacks>(
  callbacks: Callbacks,
  { client, autoThread = true, models = [] }: ObserveOptions,
): Callbacks {
  const recorder = new EventRecorder(client, autoThread);
  // The framework's own types differ between versions.
  const { on, dispatchEvent } = callbacks as unknown as {
    on: (name: string, handler: (event: LlamaIndexEvent) => void) => unknown;
    dispatchEvent?: Dispatch;
  };
  for (const name of EVENTS) {
    on.call(callbacks, name, (event) => {
      try {
        recorder.record(name, event);
      } catch (error) {
        client.onError(error);
      }
    });
  }
  const dispatch: Dispatch = (name, detail) => dispatchEvent?.call(callbacks, name, detail);
  for (const model of models) observeModel(model, new ModelRecorder({ client, recorder, dispatch }));
  return callbacks;
}
