import { CopyButton } from "../../ui/copy-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { MessageCard } from "../prompts/message-card.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import type { Preview } from "./column/variables.ts";
import { MissingVariables } from "./missing-variables.tsx";

export function RenderedMessages({ preview: { messages, places, problem } }: { readonly preview: Preview }) {
  const t = usePlaygroundText();
  return (
    <div className={styles.column}>
      {messages && <CopyButton label={t("copy")} text={JSON.stringify(messages, null, 2)} />}
      {messages ? (
        messages.map((message, index) => (
          // Messages have no id, so the index is the key.
          <MessageCard
            key={index}
            message={message}
            show={(text) => <MissingVariables text={text} places={[...places]} />}
          />
        ))
      ) : (
        <p className={styles.error} role="alert">
          <VisibleText text={problem} />
        </p>
      )}
    </div>
  );
}
