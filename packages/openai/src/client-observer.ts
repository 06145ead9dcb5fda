import type { CallObserver } from "@threadline/core/internal";

export interface ClientObserver extends CallObserver {
  /** Runs `work`, whose calls are recorded in one thread. `conversationId` becomes the id of a new thread. */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result;
  wrapTools(body: unknown): unknown;
}
