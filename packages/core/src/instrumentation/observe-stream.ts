import type { CallObserver, ObservedCall } from "./observed-call.ts";
import { hide, replace } from "./patch.ts";

/** Stream that a client returns. `tee`, `toReadableStream` and `for await` use its field `iterator`. */
export interface ClientStream {
  iterator: () => AsyncIterator<unknown>;
  controller?: AbortController;
}

export function isClientStream(data: unknown): data is ClientStream {
  return typeof data === "object" && data !== null && "iterator" in data && typeof data.iterator === "function";
}

/**
 * Reports each event when the caller reads it. Nothing is read ahead, and the caller gets the same stream and iterator.
 */
export function observeStream(stream: ClientStream, call: ObservedCall, observer: CallObserver): void {
  const { iterator: open, controller } = stream;
  observer.watch(stream, call, "unread");
  replace(stream, "iterator", () => {
    const iterator = open.call(stream);
    observer.safely(() => observeIterator(iterator, { call, observer, controller }));
    return iterator;
  });
}

/** Reader of JSON lines that a client returns. Its method `decoder` opens the iterator. */
interface ClientDecoder {
  decoder: () => AsyncIterator<unknown>;
  controller?: AbortController;
}

export function isClientDecoder(data: unknown): data is ClientDecoder {
  return typeof data === "object" && data !== null && "decoder" in data && typeof data.decoder === "function";
}

/** Reports each line when the caller reads it, like {@link observeStream}. */
export function observeDecoder(reader: ClientDecoder, call: ObservedCall, observer: CallObserver): void {
  const { decoder: open, controller } = reader;
  hide(reader, "decoder", () => {
    const iterator = open.call(reader);
    observer.safely(() => observeIterator(iterator, { call, observer, controller }));
    return iterator;
  });
}

export interface StreamObservation {
  call: ObservedCall;
  observer: Pick<CallObserver, "safely" | "report" | "watch">;
  controller: { readonly signal: AbortSignal } | undefined;
}

export function observeIterator(
  iterator: AsyncIterator<unknown>,
  { call, observer, controller }: StreamObservation,
): void {
  const next = iterator.next.bind(iterator);
  const close = iterator.return?.bind(iterator);
  let isReading = false;

  const { asksForUsage } = call;
  // This runs for every chunk, so it avoids allocations.
  const pass = (result: IteratorResult<unknown>): IteratorResult<unknown> | Promise<IteratorResult<unknown>> => {
    try {
      if (result.done) call.streamEnded(controller?.signal.aborted ? "aborted" : "completed");
      else call.received(result.value);
    } catch (error) {
      observer.report(error);
    }
    return asksForUsage && !result.done && hideUsage(result.value) ? next().then(pass, fail) : result;
  };
  const fail = (error: unknown): never => {
    observer.safely(() => call.failed(error));
    throw error;
  };

  hide(iterator, "next", (...values: [] | [unknown]) => {
    if (!isReading) {
      isReading = true;
      // From here on, the application may keep only the iterator, so that the stream is garbage-collected while the
      // application still reads. So the iterator is watched instead of the stream.
      observer.watch(iterator, call, "reading");
    }
    return (values.length === 0 ? next() : next(...values)).then(pass, fail);
  });
  if (close === undefined) return;
  hide(iterator, "return", (value?: unknown) => {
    observer.safely(() => call.streamEnded(controller?.signal.aborted ? "aborted" : "broken off"));
    return close(value);
  });
}

/**
 * Removes the field `usage` from the chunk if it is null, because the application did not request token usage. Returns
 * true if the whole chunk must be hidden from the application, because it contains only the token usage.
 */
function hideUsage(chunk: unknown): boolean {
  if (typeof chunk !== "object" || chunk === null || !("usage" in chunk)) return false;
  if (chunk.usage === null) {
    delete chunk.usage;
    return false;
  }
  return "choices" in chunk && Array.isArray(chunk.choices) && chunk.choices.length === 0;
}
