import type { LogRecord } from "./span.ts";
import type { SpanFacts } from "./span-facts.ts";
import type { ChatMessage } from "./chat-message.ts";

/** An event that a program logs about its own session, outside any span. */
export interface SessionEvent {
  /** Id of the session, which becomes the id of the thread. */
  readonly sessionId: string;
  /** Identifies the step in its session; two events of one step have the same key. */
  readonly key: string;
  readonly facts: SpanFacts;
  /** Duration up to the event, in milliseconds. */
  readonly duration?: number | undefined;
  /** Response to a call that another event with the same key reports. */
  readonly completion?: ChatMessage | undefined;
}

/** Reads the events of one program; null for all others. */
export type ReadSessionEvent = (record: LogRecord) => SessionEvent | null;

/** Time of a record in epoch milliseconds; null if unknown. */
export function timeOf({ time }: LogRecord): number | null {
  return time > 0n ? Number(time / 1_000n) / 1_000 : null;
}
