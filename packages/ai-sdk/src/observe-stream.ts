import type { CallRecorder, ObservedCall } from "@threadline/core/internal";

interface ObservedStream {
  source: ReadableStream<unknown>;
  call: ObservedCall;
  recorder: CallRecorder;
  signal: AbortSignal | undefined;
}

/**
 * Returns a stream with the parts of `source`, and reports each part to the recorder. A part is read from `source` only
 * when the caller requests it.
 */
export function observeStream({ source, call, recorder, signal }: ObservedStream): ReadableStream<unknown> {
  const reader = source.getReader();
  // After an abort, the SDK may not read the stream to its end. The recorded call is therefore ended at the abort.
  const aborted = (): void => {
    recorder.safely(() => call.streamEnded("aborted"));
  };
  signal?.addEventListener("abort", aborted, { once: true });
  const end = (work: () => void): void => {
    signal?.removeEventListener("abort", aborted);
    recorder.safely(work);
  };
  let isReading = false;
  const stream: ReadableStream<unknown> = new ReadableStream(
    {
      pull: async (controller) => {
        if (!isReading) {
          isReading = true;
          recorder.safely(() => recorder.watch(reader, call, "reading"));
        }
        try {
          const { done, value } = await reader.read();
          if (done) {
            end(() => call.streamEnded(signal?.aborted ? "aborted" : "completed"));
            controller.close();
          } else {
            recorder.safely(() => call.received(value));
            controller.enqueue(value);
          }
        } catch (error) {
          end(() => (signal?.aborted ? call.streamEnded("aborted") : call.failed(error)));
          controller.error(error);
        }
      },
      cancel: (reason) => {
        end(() => call.streamEnded(signal?.aborted ? "aborted" : "broken off"));
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  recorder.safely(() => recorder.watch(stream, call, "unread"));
  return stream;
}
