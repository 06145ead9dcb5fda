import { RECORD_CHANGES } from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { RecordChanges, RecordChangesFilter } from "../types/changes.ts";

/** Live updates. */
export interface ChangeOperations {
  /**
   * Tells what changes in the project, shortly after each change is durable. Resolves once the stream is open: changes before
   * that are not told, so read what you hold after it. Its loop ends when it is left, when the service closes or when the key is
   * revoked; it throws the reason of `signal` when that aborts, and a `NetworkError` when the connection breaks. `timeoutMs`
   * limits how long opening may take.
   */
  recordChanges(
    filter?: RecordChangesFilter,
    options?: CallOptions,
  ): Promise<AsyncIterableIterator<RecordChanges, undefined>>;
}

/** The operations on live updates. */
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
