import type { LiveConnection } from "./live-connections.ts";

export interface EventStreamOptions {
  readonly results: AsyncIterator<unknown>;
  readonly connection: LiveConnection;
  /** Whether the request that opened the stream is still permitted. */
  readonly isPermitted: () => Promise<boolean>;
  /**
   * Interval at which the permission is checked while the stream is idle, in milliseconds. It is also checked before
   * each event.
   */
  readonly checkMs: number;
  /** Idle time after which a comment is sent to keep the connection open, in milliseconds. */
  readonly heartbeatMs: number;
  readonly onError: (error: unknown) => void;
}

const encoder = new TextEncoder();
const comment = encoder.encode(":\n\n");
const complete = encoder.encode("event: complete\ndata:\n\n");

/**
 * Response body in the "distinct connections" mode of the GraphQL over SSE protocol. Each event is created only when
 * the client reads it, so that events do not pile up in memory for a slow client.
 *
 * @see https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
 */
export function createEventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { results, connection, isPermitted, checkMs, heartbeatMs, onError } = options;
  let next: Promise<IteratorResult<unknown, unknown>> | undefined;
  let sentAt = Date.now();
  let isCanceled = false;

  async function read(): Promise<Uint8Array | null> {
    for (;;) {
      next ??= results.next();
      const result = await within(next, checkMs);
      if (connection.signal.aborted) return null;
      // Checks access before each event is sent, and also every `checkMs` without an event. The stream of a client that
      // lost access then ends, even if it is idle.
      if (!(await isPermitted())) return null;
      if (result?.done) return null;
      if (result) {
        next = undefined;
        return encoder.encode(`event: next\ndata: ${JSON.stringify(result.value)}\n\n`);
      }
      if (Date.now() - sentAt >= heartbeatMs) return comment;
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // Shows the client and every proxy that the stream is open.
        controller.enqueue(comment);
      },
      async pull(controller) {
        try {
          const part = await read();
          // A canceled stream accepts nothing, not even its end.
          if (isCanceled) return;
          sentAt = Date.now();
          controller.enqueue(part ?? complete);
          if (part !== null) return;
        } catch (error) {
          // After an error, the stream ends without a `complete` event. The client therefore knows that the stream
          // failed, and can subscribe again.
          onError(error);
          if (isCanceled) return;
        }
        controller.close();
        stop();
      },
      cancel() {
        isCanceled = true;
        stop();
      },
    },
    { highWaterMark: 0 },
  );

  function stop(): void {
    connection.end();
    results.return?.().catch(onError);
  }
}

/** Resolves like the promise, or to null after the given time. */
async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds).unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
