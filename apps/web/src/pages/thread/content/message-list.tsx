import { useThreadText } from "../messages.ts";
import { ChatParts, type ToolResults, toolResultsOf } from "./chat-parts.tsx";
import type { ChatMessage } from "./chat-message.ts";
import styles from "./content.module.css";

/** The messages of a model call, one below the other; the results of tools stand with their calls. */
export function MessageList({ messages }: { readonly messages: readonly ChatMessage[] }) {
  const results = toolResultsOf(messages);
  return (
    <div className={styles.parts}>
      {unanswered(messages, results).map((message, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages have no identity and never move
        <Message key={index} message={message} results={results} />
      ))}
    </div>
  );
}

export function Message({ message, results }: { readonly message: ChatMessage; readonly results: ToolResults }) {
  const roleName = useRoleName();
  return (
    <div className={styles.message} data-role={message.role}>
      <span className={styles.role}>
        {roleName(message.role)}
        {message.name !== null && ` · ${message.name}`}
      </span>
      <ChatParts parts={message.parts} results={results} />
    </div>
  );
}

/** The name of a role in the reader's language; an unknown one as it is. */
export function useRoleName(): (role: string) => string {
  const t = useThreadText();
  return (role) => (role === "user" || role === "assistant" || role === "system" || role === "tool" ? t(role) : role);
}

/** Messages without those results that are shown with the call that asked for them. */
export function unanswered(messages: readonly ChatMessage[], results: ToolResults): readonly ChatMessage[] {
  const asked = new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "toolCall" ? (part.id ?? []) : []))),
  );
  return messages.flatMap((message) => {
    const parts = message.parts.filter(
      (part) => part.kind !== "toolResult" || part.id === null || !asked.has(part.id) || !results.has(part.id),
    );
    return parts.length === 0 && message.parts.length > 0 ? [] : [{ ...message, parts }];
  });
}
