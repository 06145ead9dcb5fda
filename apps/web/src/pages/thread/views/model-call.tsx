import { useThreadText } from "../messages.ts";
import { type ChatMessage, readChatMessage, readChatMessages } from "../content/chat-message.ts";
import { ChatParts, MessageList, Payload as PayloadText } from "../content/chat-parts.tsx";
import contentStyles from "../content/content.module.css";
import { type MessageOrigin, MessageOriginContext } from "../content/message-origin.ts";
import { TextPart } from "../content/text-part.tsx";
import { toolResultsOf } from "../content/tool-results.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { tokenUsage } from "../payloads/token-usage.ts";
import { usePayload } from "../payloads/use-payload.ts";

export function ModelCall({
  payload,
  next,
  part,
}: {
  readonly payload: Payload;
  /**
   * Id of the next model call. Its messages contain the results of the tools that this call requested. Null if tools
   * have entries of their own, or if this is the last call.
   */
  readonly next: string | null;
  /** Content to show: the new messages (`question`), the response (`answer`), or both. */
  readonly part: "question" | "answer" | "all";
}) {
  const t = useThreadText();
  const hasQuestion = part !== "answer";
  const following = usePayload(next);
  const { generation } = payload;
  const messages = readChatMessages(generation?.messages ?? payload.input ?? null) ?? [];
  const answer = readChatMessage(generation?.messageCompletion ?? null);
  const results = toolResultsOf(
    typeof following === "object" && !(following instanceof Error)
      ? (readChatMessages(following.generation?.messages ?? null) ?? [])
      : [],
  );
  const asked = newMessages(messages).filter((message) => !isToolResult(message));
  const earlier = messages.slice(0, messages.length - newMessages(messages).length);
  // Index of `asked[0]` in `messages`. It is only correct if all tool results, which are omitted, precede the other new
  // messages. In the rare cases in which it is wrong, the messages get no links.
  const firstAsked = messages.length - asked.length;
  const hasLinks = asked.every((message, index) => message === messages[firstAsked + index]);
  const origin = (first: number): MessageOrigin => ({
    stepId: payload.id,
    place: generation?.messages == null ? "input" : "messages",
    path: "",
    first,
    isTarget: false,
    reasoningTokens: null,
  });
  return (
    <div className={contentStyles.parts}>
      {hasQuestion && earlier.length > 0 && (
        <details className={contentStyles.fold}>
          <summary>{t("history", { count: earlier.length })}</summary>
          <MessageOriginContext value={origin(0)}>
            <MessageList messages={earlier} />
          </MessageOriginContext>
        </details>
      )}
      {hasQuestion && asked.length > 0 && (
        <MessageOriginContext value={hasLinks ? origin(firstAsked) : null}>
          <MessageList messages={asked} />
        </MessageOriginContext>
      )}
      {hasQuestion && messages.length === 0 && payload.generation?.prompt != null && (
        <PayloadText value={payload.generation.prompt} />
      )}
      {part === "question" ? null : answer ? (
        <ChatParts parts={answer.parts} results={results} reasoningTokens={tokenUsage(generation)?.reasoning} />
      ) : generation?.completion ? (
        <TextPart text={generation.completion} />
      ) : (
        payload.output !== null && <PayloadText value={payload.output} />
      )}
    </div>
  );
}

/** Whether a message consists only of tool results, which are shown with their calls. */
function isToolResult({ role, parts }: ChatMessage): boolean {
  return role === "tool" || (parts.length > 0 && parts.every(({ kind }) => kind === "toolResult"));
}

/** Returns the messages after the last assistant message; all messages if there is none. */
function newMessages(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1);
}
