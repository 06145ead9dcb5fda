import type { ReadSessionEvent, SessionEvent } from "../session-event.ts";
import type { LogRecord } from "../span.ts";
import type { SpanFacts } from "../span-facts.ts";
import { first, numberOf, structured, textOf, toCount } from "../values.ts";
import { providerOfModel } from "./provider.ts";

/**
 * Reads events of Codex, as documented at https://developers.openai.com/codex/config-advanced and verified with version
 * 0.169.
 */
export const readCodex: ReadSessionEvent = (record) => {
  const { attributes } = record;
  const name = textOf(attributes, "event.name");
  const sessionId = textOf(attributes, "conversation.id");
  if (name?.startsWith("codex.") !== true || sessionId === undefined) return null;
  const userId = textOf(attributes, "user.email", "user.account_id");
  const read = readEvent(name, record);
  return read === null ? null : { sessionId, ...read, facts: { ...read.facts, sessionId, userId } };
};

function readEvent(name: string, { attributes, time }: LogRecord): Omit<SessionEvent, "sessionId"> | null {
  const place = String(time);
  const duration = numberOf(attributes, "duration_ms");
  const model = textOf(attributes, "model");
  const call: SpanFacts = {
    role: "model",
    name: model,
    provider: providerOfModel(model) ?? "openai",
    requestModel: model,
  };
  switch (name) {
    case "codex.user_prompt": {
      const prompt = textOf(attributes, "prompt");
      const isKnown = prompt !== undefined && prompt !== "[REDACTED]";
      return {
        key: `prompt ${place}`,
        facts: { role: "prompt", name: "user", output: isKnown ? { content: prompt } : undefined },
      };
    }
    case "codex.api_request": {
      const status = numberOf(attributes, "http.response.status_code");
      const message = textOf(attributes, "error.message");
      // A successful request is skipped, because its call is recorded by the event `response.completed`.
      if (message === undefined && (status === undefined || status < 400)) return null;
      return { key: `error ${place}`, duration, facts: { ...call, error: message ?? `status ${String(status)}` } };
    }
    case "codex.sse_event": {
      const kind = textOf(attributes, "event.kind");
      const message = textOf(attributes, "error.message");
      if (message !== undefined) return { key: `error ${place}`, facts: { ...call, error: message } };
      const input = toCount(numberOf(attributes, "input_token_count"));
      if (kind !== "response.completed" || input === undefined) return null;
      return {
        key: `response ${place}`,
        facts: {
          ...call,
          usage: {
            input,
            output: toCount(numberOf(attributes, "output_token_count")),
            cached: toCount(numberOf(attributes, "cached_token_count")),
            cacheWrite: toCount(numberOf(attributes, "cache_write_token_count")),
            reasoning: toCount(numberOf(attributes, "reasoning_token_count")),
          },
        },
      };
    }
    case "codex.tool_result": {
      const input = first(attributes, "arguments");
      const output = first(attributes, "output");
      const isFailed = String(first(attributes, "success")) === "false";
      return {
        key: `tool ${textOf(attributes, "call_id") ?? place}`,
        duration,
        facts: {
          role: "tool",
          name: textOf(attributes, "tool_name"),
          input: input === undefined ? undefined : structured(input),
          output: output === undefined ? undefined : structured(output),
          error: isFailed ? (textOf(attributes, "output") ?? "failed") : undefined,
        },
      };
    }
    default:
      return null;
  }
}
