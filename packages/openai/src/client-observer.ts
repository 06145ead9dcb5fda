import type { CallObserver } from "@threadline/core/internal";

/** Records each call, and the tools that run between calls. */
export interface ClientObserver extends CallObserver {
  /** Runs work whose calls form one conversation. */
  inOneThread<Result>(conversationId: string | undefined, work: () => Result): Result;
  wrapTools(body: unknown): unknown;
}
