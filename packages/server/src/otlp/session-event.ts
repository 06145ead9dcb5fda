import type { LogRecord } from "./span.ts";
import type { SpanFacts } from "./span-facts.ts";
import type { ChatMessage } from "./chat-message.ts";

/** An event that a program logs about its own session, outside any span. */
export interface SessionEvent {
  /** Id of the session. It becomes the id of the thread. */
  readonly sessionId: string;
  /** Identifies the step in the session. Several events of one step have the same key. */
  readonly key: string;
  readonly facts: SpanFacts;
  /**
   * Duration of the step in milliseconds. The step ended at the time of the event, so the start of the step is that
   * time minus the duration.
   */
  readonly duration?: number | undefined;
  /** Response of a model call whose request is reported by a different event with the same key. */
  readonly completion?: ChatMessage | undefined;
}

/** Reads an event of one program; null for all other records. */
export type ReadSessionEvent = (record: LogRecord) => SessionEvent | null;

/** Returns the time of a record in epoch milliseconds; null if unknown. */
export function timeOf({ time }: LogRecord): number | null {
  return time > 0n ? Number(time / 1_000n) / 1_000 : null;
}
