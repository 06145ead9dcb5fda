import type { JsonValue } from "@threadline/schema/sdk";
import type { ChatMessage } from "./chat-message.ts";

export type ToolResults = ReadonlyMap<string, JsonValue>;

/** Collects the tool results in messages by call id, so that each can be shown with its call. */
export function toolResultsOf(messages: readonly ChatMessage[]): ToolResults {
  const results = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "toolResult" && part.id !== null ? [[part.id, part.content] as const] : [])),
  );
  return new Map(results);
}

/**
 * Returns the messages with their indexes in the given list. Omits the result of each tool call that the messages
 * contain, because the result is shown with the call.
 */
export function withoutShownResults(
  messages: readonly ChatMessage[],
): readonly { readonly message: ChatMessage; readonly index: number }[] {
  const asked = new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "toolCall" ? (part.id ?? []) : []))),
  );
  return messages.flatMap((message, index) => {
    const parts = message.parts.filter((part) => part.kind !== "toolResult" || part.id === null || !asked.has(part.id));
    return parts.length === 0 && message.parts.length > 0 ? [] : [{ message: { ...message, parts }, index }];
  });
}
