import type { JsonValue } from "@threadline/schema/sdk";
import type { RecordedStep } from "./column/column.ts";
import { type ChatMessage, readChatMessage } from "../thread/content/chat-message.ts";

/** Recorded response of a generation. */
export type RecordedAnswer = Pick<ChatMessage, "parts">;

/** Returns the recorded response of a step; null if there is none. */
export function answerOfStep({ generation }: RecordedStep): RecordedAnswer | null {
  const message: JsonValue = generation?.messageCompletion ?? null;
  if (message !== null) return readChatMessage(message) ?? { parts: [{ kind: "json", value: message }] };
  const text = generation?.completion ?? null;
  return text === null ? null : { parts: [{ kind: "text", text }] };
}

/** Returns the text of a response; null if it has none. */
export function textOfAnswer({ parts }: RecordedAnswer): string | null {
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === 0 ? null : texts.join("\n\n");
}
