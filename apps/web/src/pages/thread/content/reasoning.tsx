import { useFormats } from "../../../messages/formats.ts";
import { useThreadText } from "../messages.ts";
import styles from "./content.module.css";
import { TextPart } from "./text-part.tsx";

/** Reasoning of a model, initially collapsed. `text` is empty if the provider does not disclose it. */
export function Reasoning({ text, tokens }: { readonly text: string; readonly tokens: number | null }) {
  const t = useThreadText();
  const formats = useFormats();
  const title = (
    <>
      {t("reasoning")}
      {tokens !== null && tokens > 0 && ` · ${t("tokens", { count: tokens, formatted: formats.number(tokens) })}`}
    </>
  );
  if (text === "")
    return (
      <p className={styles.caption}>
        {title} · {t("hiddenReasoning")}
      </p>
    );
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      <div className={styles.reasoning}>
        <TextPart text={text} />
      </div>
    </details>
  );
}
