import type { SpanFacts } from "../span-facts.ts";
import type { Span } from "../span.ts";
import { readUsage } from "../usage.ts";
import { jsonOf, textOf, toBoolean, first, given } from "../values.ts";

/**
 * Reads spans of LiteLLM's OpenTelemetry callback. The attributes of the GenAI conventions and of Traceloop, which
 * these spans also contain, are read by the other dialects.
 */
export function readLiteLlm(span: Span): SpanFacts | null {
  const { attributes, name, scope } = span;
  if (scope !== "litellm" && !attributes.has("litellm.call_id")) return null;
  // This is a second span of the same call, with the raw request.
  if (name === "raw_gen_ai_request") return { role: "other", settings: {}, metadata: {} };
  const stream = toBoolean(first(attributes, "llm.is_streaming"));
  return {
    settings: given({ stream }),
    usage: readUsage(jsonOf(attributes, "metadata.usage_object")),
    sessionId: textOf(attributes, "metadata.session_id", "metadata.trace_session_id"),
    userId: textOf(attributes, "llm.user", "metadata.user_api_key_end_user_id"),
    metadata: {},
  };
}
