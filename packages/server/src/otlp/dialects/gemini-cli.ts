import type { JsonValue } from "../../json/json-value.ts";
import { readMessages } from "../messages.ts";
import { joinCompletion, type ChatMessage } from "../chat-message.ts";
import type { ReadSessionEvent, SessionEvent } from "../session-event.ts";
import type { LogRecord } from "../span.ts";
import { first, fromText, numberOf, structured, textOf, toCount, toJsonObject, toList } from "../values.ts";

/**
 * Reads events of Gemini CLI, as documented at https://geminicli.com/docs/cli/telemetry and verified with version 0.61.
 */
export const readGeminiCli: ReadSessionEvent = (record) => {
  const { attributes } = record;
  const name = textOf(attributes, "event.name");
  const sessionId = textOf(attributes, "session.id");
  if (name?.startsWith("gemini_cli.") !== true || sessionId === undefined) return null;
  const read = readEvent(name, record);
  if (read === null) return null;
  return { sessionId, ...read, facts: { ...read.facts, sessionId, userId: textOf(attributes, "user.email") } };
};

function readEvent(name: string, { attributes, time }: LogRecord): Omit<SessionEvent, "sessionId"> | null {
  const place = String(time);
  const duration = numberOf(attributes, "duration_ms");
  const model = textOf(attributes, "model");
  const call = { role: "model", name: model, provider: "google", requestModel: model } as const;
  switch (name) {
    case "gemini_cli.user_prompt": {
      const prompt = textOf(attributes, "prompt");
      return {
        key: `prompt ${place}`,
        facts: { role: "prompt", name: "user", output: prompt === undefined ? undefined : { content: prompt } },
      };
    }
    case "gemini_cli.api_response": {
      const [output, reasoning] = ["output_token_count", "thoughts_token_count"].map((key) =>
        toCount(numberOf(attributes, key)),
      );
      return {
        key: `response ${place}`,
        duration,
        facts: {
          ...call,
          completion: readAnswer(first(attributes, "response_text")),
          usage: {
            input: toCount(numberOf(attributes, "input_token_count")),
            // Gemini CLI's count of output tokens excludes reasoning tokens. Our count includes reasoning tokens.
            output: output === undefined ? undefined : output + (reasoning ?? 0),
            cached: toCount(numberOf(attributes, "cached_content_token_count")),
            reasoning,
          },
        },
      };
    }
    case "gemini_cli.api_error":
      return {
        key: `error ${place}`,
        duration,
        facts: {
          ...call,
          error: textOf(attributes, "error", "error.message", "error_type") ?? "failed",
        },
      };
    case "gemini_cli.tool_call": {
      const input = first(attributes, "function_args");
      return {
        key: `tool ${place}`,
        duration,
        facts: {
          role: "tool",
          name: textOf(attributes, "function_name"),
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

function readAnswer(value: JsonValue | undefined): ChatMessage | undefined {
  if (value === undefined) return undefined;
  const read = fromText(value);
  const parts = (Array.isArray(read) ? read : [read])
    .map((piece) => toJsonObject(toList(toJsonObject(piece)["candidates"])[0]))
    .flatMap(({ content }) => toList(toJsonObject(content)["parts"]));
  return parts.length === 0 ? undefined : joinCompletion(readMessages([{ role: "model", parts }], "assistant"));
}
