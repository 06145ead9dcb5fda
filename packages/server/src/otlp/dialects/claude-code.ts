import { timeOf, type ReadSessionEvent, type SessionEvent } from "../session-event.ts";
import type { LogRecord } from "../span.ts";
import { first, numberOf, structured, textOf, toCount } from "../values.ts";

/**
 * Reads events of Claude Code, as documented at https://code.claude.com/docs/en/monitoring-usage and verified with
 * version 2.1.
 */
export const readClaudeCode: ReadSessionEvent = (record) => {
  const { attributes, scope } = record;
  const sessionId = textOf(attributes, "session.id");
  if (scope !== "com.anthropic.claude_code.events" || sessionId === undefined) return null;
  const userId = textOf(attributes, "user.email", "user.account_uuid", "user.id");
  const read = readEvent(record);
  return read === null ? null : { sessionId, ...read, facts: { ...read.facts, sessionId, userId } };
};

function readEvent(record: LogRecord): Omit<SessionEvent, "sessionId"> | null {
  const { attributes } = record;
  const name = (textOf(attributes, "event.name") ?? "").replace(/^claude_code\./u, "");
  const place = String(numberOf(attributes, "event.sequence") ?? timeOf(record));
  const request = `request ${textOf(attributes, "request_id") ?? place}`;
  const duration = numberOf(attributes, "duration_ms");
  const model = textOf(attributes, "model");
  switch (name) {
    case "user_prompt": {
      const prompt = textOf(attributes, "prompt");
      return {
        key: `prompt ${textOf(attributes, "prompt.id") ?? place}`,
        facts: { role: "prompt", name: "user", output: prompt === undefined ? undefined : { content: prompt } },
      };
    }
    case "api_request": {
      const [cached, cacheWrite] = ["cache_read_tokens", "cache_creation_tokens"].map((key) =>
        toCount(numberOf(attributes, key)),
      );
      const input = toCount(numberOf(attributes, "input_tokens"));
      return {
        key: request,
        duration,
        facts: {
          role: "model",
          name: model,
          provider: "anthropic",
          requestModel: model,
          // `input_tokens` excludes cached tokens. Our count includes them.
          usage: {
            input: input === undefined ? undefined : input + (cached ?? 0) + (cacheWrite ?? 0),
            output: toCount(numberOf(attributes, "output_tokens")),
            cached,
            cacheWrite,
          },
        },
      };
    }
    case "assistant_response": {
      const content = textOf(attributes, "response");
      if (content === undefined || content === "<REDACTED>") return null;
      return { key: request, facts: {}, completion: { role: "assistant", content } };
    }
    case "api_error":
      return {
        key: `error ${place}`,
        duration,
        facts: {
          role: "model",
          name: model,
          provider: "anthropic",
          requestModel: model,
          error: textOf(attributes, "error") ?? `status ${String(first(attributes, "status_code") ?? "unknown")}`,
        },
      };
    case "tool_result": {
      const input = first(attributes, "tool_input", "tool_parameters");
      return {
        key: `tool ${textOf(attributes, "tool_use_id") ?? place}`,
        duration,
        facts: {
          role: "tool",
          name: textOf(attributes, "tool_name"),
          input: input === undefined ? undefined : structured(input),
          error:
            String(first(attributes, "success")) === "false" ? (textOf(attributes, "error") ?? "failed") : undefined,
        },
      };
    }
    default:
      return null;
  }
}
