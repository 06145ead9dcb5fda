import type { JsonValue } from "@threadline/schema/sdk";
import type { ReactNode } from "react";
import { isJsonObject, readableJson } from "../../json/json-text.ts";
import styles from "./prompts-page.module.css";
import { onDemand } from "../../ui/on-demand.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

const ToolCalls = onDemand(async () => (await import("./tool-calls.tsx")).ToolCalls);

/** A message of a prompt: its role, texts and tool calls. Other content is shown as JSON. */
export function MessageCard({
  message,
  show,
}: {
  readonly message: JsonValue;
  readonly show: (text: string) => ReactNode;
}) {
  if (!isJsonObject(message))
    return (
      <pre className={styles.json}>
        <VisibleText text={readableJson(message)} />
      </pre>
    );
  const { uuid: _uuid, role, content = null, tool_calls: given, ...others } = message;
  const calls = Array.isArray(given) ? given : [];
  const rest = given === undefined || Array.isArray(given) ? others : { ...others, tool_calls: given };
  // A message with tool calls often has no text.
  const hasContent = calls.length === 0 || (content !== null && content !== "");
  const parts = Array.isArray(content) ? content : hasContent ? [content] : [];
  return (
    <article className={styles.message}>
      <div className={styles.role}>
        <VisibleText text={readableJson(role)} />
      </div>
      {parts.map((part, index) => (
        // Parts have no ids, so the index is the key.
        <div key={index} className={styles.content}>
          {typeof part === "string" ? (
            show(part)
          ) : isJsonObject(part) && typeof part["text"] === "string" ? (
            show(part["text"])
          ) : (
            <VisibleText text={readableJson(part)} />
          )}
        </div>
      ))}
      {calls.length > 0 && <ToolCalls calls={calls} />}
      {Object.keys(rest).length > 0 && (
        <pre className={styles.json}>
          <VisibleText text={readableJson(rest)} />
        </pre>
      )}
    </article>
  );
}
