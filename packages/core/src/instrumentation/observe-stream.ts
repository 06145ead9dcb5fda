import type { CallObserver, ObservedCall } from "./observed-call.ts";
import { hide, replace } from "./patch.ts";

/** The client's stream. `tee`, `toReadableStream` and `for await` use its field `iterator`. */
export interface ClientStream {
  iterator: () => AsyncIterator<unknown>;
  controller?: AbortController;
}

export function isClientStream(data: unknown): data is ClientStream {
  return typeof data === "object" && data !== null && "iterator" in data && typeof data.iterator === "function";
}

/**
 * Reports the events of the stream when the caller reads them. Nothing is read ahead, and the stream and its iterators
 * stay the same objects.
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

/** The client's reader for lines of JSON. Its method `decoder` opens the iterator. */
interface ClientDecoder {
  decoder: () => AsyncIterator<unknown>;
  controller?: AbortController;
}

/** Whether the decoded response is a reader for lines of JSON. */
export function isClientDecoder(data: unknown): data is ClientDecoder {
  return typeof data === "object" && data !== null && "decoder" in data && typeof data.decoder === "function";
}

/** Reports the lines when the caller reads them, like {@link observeStream}. */
export function observeDecoder(reader: ClientDecoder, call: ObservedCall, observer: CallObserver): void {
  const { decoder: open, controller } = reader;
  hide(reader, "decoder", () => {
    const iterator = open.call(reader);
    observer.safely(() => observeIterator(iterator, { call, observer, controller }));
    return iterator;
  });
}

/** The call whose response a stream contains, and its observer. */
export interface StreamObservation {
  call: ObservedCall;
  observer: Pick<CallObserver, "safely" | "report" | "watch">;
  /** Its signal aborts the stream. */
  controller: { readonly signal: AbortSignal } | undefined;
}

/** Reports the items of an iterator when the caller reads them. */
export function observeIterator(
  iterator: AsyncIterator<unknown>,
  { call, observer, controller }: StreamObservation,
): void {
  const next = iterator.next.bind(iterator);
  const close = iterator.return?.bind(iterator);
  let isReading = false;

  const { asksForUsage } = call;
  // Runs for every chunk, so it avoids allocations.
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
      // From now on, only the iterator can continue reading. The stream itself may be garbage-collected while it is being read.
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
 * Whether the chunk contains only the usage. From all other chunks, removes the empty field that appears because usage
 * was requested.
 */
function hideUsage(chunk: unknown): boolean {
  if (typeof chunk !== "object" || chunk === null || !("usage" in chunk)) return false;
  if (chunk.usage === null) {
    delete chunk.usage;
    return false;
  }
  return "choices" in chunk && Array.isArray(chunk.choices) && chunk.choices.length === 0;
}
