import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { ChatMessage } from "./chat-message.ts";

/**
 * Kind of operation that a span represents. `chain`: a part of a run. `prompt`: a message of the user. `continuation`:
 * the response of a streamed call whose request is in a separate span. `other`: anything else, such as an internal
 * operation of an instrumentation.
 */
export type Role =
  | "model"
  | "embedding"
  | "tool"
  | "agent"
  | "workflow"
  | "chain"
  | "retrieval"
  | "rerank"
  | "continuation"
  | "prompt"
  | "other";

/** Tokens of a call. The input includes cached input and cache writes; the output includes reasoning. */
export interface Usage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cached?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Data of a span that are independent of the dialect in which it was sent. Unknown fields are absent. */
export interface SpanFacts {
  readonly role?: Role | undefined;
  /** Name of the agent, tool or operation, if it is more specific than the span's name. */
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly requestModel?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly settings?: JsonObject | undefined;
  readonly tools?: JsonValue | undefined;
  readonly messages?: readonly ChatMessage[] | undefined;
  readonly completion?: ChatMessage | undefined;
  /** Input and output of spans without messages. */
  readonly input?: JsonValue | undefined;
  readonly output?: JsonValue | undefined;
  readonly usage?: Usage | undefined;
  /** Milliseconds. */
  readonly timeToFirstToken?: number | undefined;
  readonly finishReason?: string | undefined;
  readonly responseId?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly promptName?: string | undefined;
  readonly promptVersion?: string | undefined;
  readonly error?: string | undefined;
  /**
   * Whether the span contains the messages of the model call inside it. A nested model call without messages then takes
   * them from this span.
   */
  readonly lendsMessages?: boolean | undefined;
}

/**
 * Merges the data that the readers of several dialects have read from one span. The first reader that found a value
 * takes precedence. Token counts are merged by kind.
 */
export function mergeFacts(list: readonly SpanFacts[]): SpanFacts {
  const merged: Record<string, unknown> = {};
  for (const facts of list) {
    for (const field of Object.keys(facts) as (keyof SpanFacts)[]) {
      const value = facts[field];
      if (value === undefined) continue;
      const known = merged[field];
      if (known === undefined) merged[field] = value;
      else if (additive.has(field)) merged[field] = { ...(value as object), ...dropAbsent(known as object) };
    }
  }
  return merged;
}

const additive = new Set(["usage", "settings", "metadata"]);

function dropAbsent(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
