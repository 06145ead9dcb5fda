import type { RecordingClient } from "@threadline/core";
import type { EventRecorder } from "./event-recorder.ts";
import { isStream, type ModelObserver, observeStreamEnd } from "./observe-model.ts";

/** Dispatches an event of this package through LlamaIndex, which adds the caller of the current method to the event. */
export type Dispatch = (name: EmbeddingEvent, detail: object) => unknown;

/** Events of this package for embeddings, for which the framework has no events. */
export type EmbeddingEvent = "threadline-embedding-start" | "threadline-embedding-end";

export interface ModelRecorderOptions {
  client: RecordingClient;
  recorder: EventRecorder;
  dispatch: Dispatch;
}

/**
 * Records what the framework does not report: embeddings, calls that fail, and streams that are not read to their end.
 */
export class ModelRecorder implements ModelObserver {
  readonly #options: ModelRecorderOptions;
  /**
   * Contexts of embedding methods that are running. If an embedding method calls another embedding method, the inner
   * method is called in the context of the outer one, and is not recorded again.
   */
  readonly #embedding = new WeakSet<object>();

  constructor(options: ModelRecorderOptions) {
    this.#options = options;
  }

  chat(work: () => unknown): unknown {
    const { client, recorder } = this.#options;
    // Each call runs in its own copy of the context. LlamaIndex reports the call in this context, and `breakOff` finds
    // the step of the call by the context object.
    const context = { ...client.context };
    const fail = (error?: unknown): void => this.#safely(() => recorder.breakOff(context, error));
    const answer = client.store.run(context, work);
    if (answer instanceof Promise) {
      answer.then((given: unknown) => this.#safely(() => isStream(given) && observeStreamEnd(given, fail)), fail);
    }
    return answer;
  }

  embed(model: object, input: unknown, work: () => unknown): unknown {
    const { client, dispatch } = this.#options;
    const outer = client.context;
    if (this.#embedding.has(outer)) return work();
    const id = crypto.randomUUID();
    this.#safely(() => dispatch("threadline-embedding-start", { id, model, input }));
    const context = { ...outer };
    this.#embedding.add(context);
    const vectors = client.store.run(context, work);
    const end = (detail: object): void => this.#safely(() => dispatch("threadline-embedding-end", { id, ...detail }));
    if (vectors instanceof Promise) {
      vectors.then(
        (given: unknown) => end({ vectors: given }),
        (error: unknown) => end({ error }),
      );
    }
    return vectors;
  }

  #safely(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.#options.client.onError(error);
    }
  }
}
