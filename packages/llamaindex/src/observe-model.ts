import { addLayer, hide, patch } from "@threadline/core/internal";

/** Observes the calls of a model. `chat` and `embed` call `work` once, and return the result of `work`. */
export interface ModelObserver {
  readonly chat: (work: () => unknown) => unknown;
  readonly embed: (model: object, input: unknown, work: () => unknown) => unknown;
}

const EMBEDDING_METHODS = [
  "getTextEmbedding",
  "getTextEmbeddings",
  "getQueryEmbedding",
  "getImageEmbedding",
  "getImageEmbeddings",
];

/**
 * Observes a language model or an embedding model. The methods of the model are wrapped once, and only the latest
 * observer is active.
 */
export function observeModel(model: object, observer: ModelObserver): void {
  addLayer(model, observer, (current) => {
    const call = (work: () => unknown, observed: (by: ModelObserver) => unknown): unknown => {
      const by = current();
      return by ? observed(by) : work();
    };
    // The framework calls some of these methods without `this`.
    const embeddings = EMBEDDING_METHODS.map((name) => [
      name,
      (embed: (this: object, ...values: unknown[]) => unknown) =>
        (...values: unknown[]): unknown => {
          const work = (): unknown => embed.apply(model, values);
          return call(work, (by) => by.embed(model, values[0], work));
        },
    ]);
    return [
      patch(model, {
        ...Object.fromEntries(embeddings),
        chat:
          (chat) =>
          (...values: unknown[]): unknown => {
            const work = (): unknown => chat.apply(model, values);
            return call(work, (by) => by.chat(work));
          },
      }),
    ];
  });
}

export function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

/** Calls `ended` for a stream that fails or is not read to its end. The framework reports only complete streams. */
export function observeStreamEnd(stream: AsyncIterable<unknown>, ended: (error?: unknown) => void): void {
  const open = stream[Symbol.asyncIterator].bind(stream);
  hide(stream, Symbol.asyncIterator, () => {
    const iterator = open();
    const next = iterator.next.bind(iterator);
    const close = iterator.return?.bind(iterator);
    hide(iterator, "next", (...values: [] | [undefined]) =>
      next(...values).catch((error: unknown) => {
        ended(error);
        throw error;
      }),
    );
    if (close === undefined) return iterator;
    hide(iterator, "return", (value?: unknown) => {
      ended();
      return close(value);
    });
    return iterator;
  });
}
