import type { CallObserver } from "@threadline/core/internal";

export interface ClientObserver extends CallObserver {
  /**
   * Runs `work`, and records all calls that `work` makes in one thread. If that thread is new, `conversationId` becomes
   * its id.
   */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result;
  wrapTools(body: unknown): unknown;
}
