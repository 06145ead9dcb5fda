import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { ChatMessage } from "./messages.ts";

/**
 * Kind of a span. `continuation`: the second half of a call, whose first half is a span of its own. `chain`: a part of a
 * run. `prompt`: a message of a user. `other`: anything else, such as a helper of an instrumentation.
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

/** Facts that a dialect reads from one span; what the span does not say is absent. */
export interface SpanFacts {
  readonly role?: Role | undefined;
  /** Name of the agent, the tool or the operation, where the span has a better one than its own. */
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly requestModel?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly settings?: JsonObject | undefined;
  readonly tools?: JsonValue | undefined;
  /** Messages given to a model, an agent or a chain. */
  readonly messages?: readonly ChatMessage[] | undefined;
  readonly completion?: ChatMessage | undefined;
  /** Input and output of anything that has no messages. */
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
  /** Metadata of the application. */
  readonly metadata?: JsonObject | undefined;
  readonly promptName?: string | undefined;
  readonly promptVersion?: string | undefined;
  readonly error?: string | undefined;
  /** Whether model calls inside that have no messages of their own take those of this span. */
  readonly lendsMessages?: boolean | undefined;
}

/** Facts of several dialects; the first that says something about a field holds, tokens kind by kind. */
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
