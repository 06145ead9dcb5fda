import type { JsonValue } from "@threadline/schema/sdk";
import type { ReactNode } from "react";
import { isJsonObject, readableJson } from "../../json/json-text.ts";
import styles from "./prompts-page.module.css";
import { VisibleText } from "../../ui/visible-text.tsx";

/** A message of a prompt: its role and texts. Other content is shown as JSON. */
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
  const { uuid: _uuid, role, content, ...rest } = message;
  const parts = Array.isArray(content) ? content : [content ?? null];
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
      {Object.keys(rest).length > 0 && (
        <pre className={styles.json}>
          <VisibleText text={readableJson(rest)} />
        </pre>
      )}
    </article>
  );
}
