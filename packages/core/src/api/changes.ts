import { RECORD_CHANGES } from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { RecordChanges, RecordChangesFilter } from "../types/changes.ts";

/** Operation that notifies the application when records change. */
export interface ChangeOperations {
  /**
   * Opens a stream of notifications about changed records. The stream does not report changes that happen before the
   * promise resolves. To miss no change, read the records after the promise has resolved. `timeoutMs` limits only the
   * time until the stream is open.
   *
   * The iteration ends when you leave the loop, when the service shuts down, or when the API key is revoked. The
   * iteration throws a `NetworkError` if the connection breaks, and the reason of `signal` if `signal` aborts.
   */
  recordChanges(
    filter?: RecordChangesFilter,
    options?: CallOptions,
  ): Promise<AsyncIterableIterator<RecordChanges, undefined>>;
}

export function createChangeOperations(transport: Transport): ChangeOperations {
  return {
    async recordChanges(filter = {}, options) {
      const { kinds, threadId, rootRunId } = filter;
      const events = await transport.stream(
        RECORD_CHANGES,
        { kinds: kinds && [...kinds], threadId, rootRunId },
        options,
      );
      const changes: AsyncIterableIterator<RecordChanges, undefined> = {
        async next() {
          const result = await events.next();
          return result.done ? result : { done: false, value: result.value.recordChanges };
        },
        async return() {
          await events.return?.();
          return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]: () => changes,
      };
      return changes;
    },
  };
}
