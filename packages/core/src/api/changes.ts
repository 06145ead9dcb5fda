import { RECORD_CHANGES } from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { RecordChanges, RecordChangesFilter } from "../types/changes.ts";

/** Operation for live updates. */
export interface ChangeOperations {
  /**
   * Streams the changes of the project; each is sent shortly after it is stored. Resolves when the stream is open.
   * Earlier changes are not sent, so read your data after the stream is open. The iteration ends when you leave the
   * loop, when the service closes, or when the key is revoked. It throws the reason of `signal` when the signal aborts,
   * and a `NetworkError` when the connection breaks. `timeoutMs` only limits the time to open the stream.
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
