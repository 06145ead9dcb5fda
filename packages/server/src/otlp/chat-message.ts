import type { JsonObject } from "../json/json-value.ts";
import { given, toList, toText } from "./values.ts";

/** Chat message in OpenAI's chat completions format, with the additional field `reasoning_content`. */
export type ChatMessage = JsonObject & { role: string };

export function withSystem(
  system: readonly ChatMessage[],
  messages: readonly ChatMessage[] | undefined,
): ChatMessage[] | undefined {
  if (messages === undefined) return system.length > 0 ? [...system] : undefined;
  return messages[0]?.role === "system" ? [...messages] : [...system, ...messages];
}

/** Whether a message has no text, calls, reasoning or refusal. */
export function isBlank(message: ChatMessage | undefined): boolean {
  return ["content", "tool_calls", "reasoning_content", "refusal"].every(
    (field) => (message?.[field] ?? null) === null,
  );
}

/**
 * Returns the response of a model call as one message. Joins the chunks of a stream. Of several choices, returns only
 * the first.
 */
export function joinCompletion(messages: readonly ChatMessage[] | undefined): ChatMessage | undefined {
  if (messages === undefined) return undefined;
  const answers = messages.filter(({ role }) => role === "assistant");
  return joinItems(answers.length > 0 ? answers : messages)[0];
}

export function joinItems(items: readonly ChatMessage[]): ChatMessage[] {
  if (items.length < 2) return [...items];
  const texts = items.map(({ content }) => content).filter((content) => content !== null && content !== undefined);
  const isText = texts.every((content) => typeof content === "string");
  const calls = items.flatMap((item) => toList(item["tool_calls"]));
  const reasoning = items.map((item) => toText(item["reasoning_content"]) ?? "").join("");
  return [
    {
      role: "assistant",
      content: texts.length === 0 ? null : isText ? texts.join("") : texts.flatMap((content) => toList(content)),
      ...given({
        reasoning_content: reasoning || undefined,
        tool_calls: calls.length > 0 ? calls : undefined,
      }),
    },
  ];
}
