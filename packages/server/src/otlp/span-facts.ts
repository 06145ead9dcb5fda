import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { ChatMessage } from "./chat-message.ts";

/**
 * Kind of a span. `continuation`: the second half of a call, after a separate span for the first half. `chain`: a part
 * of a run. `prompt`: a user's message. `other`: anything else, such as an instrumentation's helper.
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

/** Tokens of a call. Cached input and cache writes are part of the input, reasoning is part of the output. */
export interface Usage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cached?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Facts that a dialect reads from one span; missing ones are absent. */
export interface SpanFacts {
  readonly role?: Role | undefined;
  /** Name of the agent, tool or operation, if better than the span's name. */
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly requestModel?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly settings?: JsonObject | undefined;
  readonly tools?: JsonValue | undefined;
  /** Messages sent to a model, an agent or a chain. */
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
  /** Whether nested model calls without messages take those of this span. */
  readonly lendsMessages?: boolean | undefined;
}

/** Merges the facts of dialects; the first one with a value takes precedence, tokens by kind. */
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
