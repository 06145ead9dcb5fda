import type { CallObserver } from "@threadline/core/internal";

export interface ClientObserver extends CallObserver {
  /** Runs `work`, and records all its calls in one thread. `conversationId` becomes the id if the thread is new. */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result;
  wrapTools(body: unknown): unknown;
}
