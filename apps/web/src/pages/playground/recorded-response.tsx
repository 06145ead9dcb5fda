import { CopyButton } from "../../ui/copy-button.tsx";
import { ChatParts } from "../thread/content/chat-parts.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import { type RecordedAnswer, textOfAnswer } from "./recorded-answer.ts";

export function RecordedResponse({ answer }: { readonly answer: RecordedAnswer }) {
  const t = usePlaygroundText();
  const text = textOfAnswer(answer);
  return (
    <section className={styles.output} aria-label={t("recorded")}>
      <div className={styles.head}>
        <h3>{t("recorded")}</h3>
        {text !== null && <CopyButton text={text} label={t("copyRecorded")} />}
      </div>
      <ChatParts parts={answer.parts} />
    </section>
  );
}
