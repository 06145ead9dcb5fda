import type { CallObserver } from "@threadline/core/internal";

export interface ClientObserver extends CallObserver {
  /** Runs work whose calls are one conversation. */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result;
  wrapTools(body: unknown): unknown;
}
