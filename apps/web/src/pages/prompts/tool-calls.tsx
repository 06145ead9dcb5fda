import type { JsonValue } from "@threadline/schema/sdk";
import { readableJson } from "../../json/json-text.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { readChatMessage } from "../thread/content/chat-message.ts";
import { ChatParts } from "../thread/content/chat-parts.tsx";
import styles from "./prompts-page.module.css";

/** Tool calls of a message, as cards. Those in an unknown form are shown as JSON. */
export function ToolCalls({ calls }: { readonly calls: readonly JsonValue[] }) {
  const parts = readChatMessage({ role: "assistant", tool_calls: [...calls] })?.parts ?? [];
  if (parts.length === calls.length) return <ChatParts parts={parts} />;
  return (
    <pre className={styles.json}>
      <VisibleText text={readableJson([...calls])} />
    </pre>
  );
}
