import { useThreadText } from "../messages.ts";
import { type ChatMessage, readChatMessage, readChatMessages } from "../content/chat-message.ts";
import { ChatParts, MessageList, Payload as PayloadText, TextPart } from "../content/chat-parts.tsx";
import contentStyles from "../content/content.module.css";
import { toolResultsOf } from "../content/tool-results.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { usePayload } from "../payloads/use-payload.ts";

/** New input and output of a model call. Earlier messages stay collapsed. */
export function ModelCall({
  payload,
  next,
  isAnswerOnly,
}: {
  readonly payload: Payload;
  /** Id of the call with the results of this one's tools; null if they are shown elsewhere. */
  readonly next: string | null;
  readonly isAnswerOnly: boolean;
}) {
  const t = useThreadText();
  const following = usePayload(next);
  const { generation } = payload;
  const messages = readChatMessages(generation?.messages ?? payload.input ?? null) ?? [];
  const answer = readChatMessage(generation?.messageCompletion ?? null);
  const results = toolResultsOf(
    typeof following === "object" && !(following instanceof Error)
      ? (readChatMessages(following.generation?.messages ?? null) ?? [])
      : [],
  );
  const asked = newMessages(messages).filter(({ role }) => role !== "tool");
  const earlier = messages.slice(0, messages.length - newMessages(messages).length);
  return (
    <div className={contentStyles.parts}>
      {!isAnswerOnly && earlier.length > 0 && (
        <details className={contentStyles.fold}>
          <summary>{t("history", { count: earlier.length })}</summary>
          <MessageList messages={earlier} />
        </details>
      )}
      {!isAnswerOnly && asked.length > 0 && <MessageList messages={asked} />}
      {!isAnswerOnly && messages.length === 0 && payload.generation?.prompt != null && (
        <PayloadText value={payload.generation.prompt} />
      )}
      {answer ? (
        <ChatParts parts={answer.parts} results={results} />
      ) : generation?.completion ? (
        <TextPart text={generation.completion} />
      ) : (
        payload.output !== null && <PayloadText value={payload.output} />
      )}
    </div>
  );
}

/** Messages after the last assistant message; all without one. */
function newMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1);
}
