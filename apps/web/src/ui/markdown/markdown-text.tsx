import { onDemand } from "../on-demand.tsx";
import { VisibleText } from "../visible-text.tsx";
import styles from "./markdown.module.css";

// The parser is large, so it loads in parallel with the page.
const MarkdownDocument = onDemand(async () => (await import("./markdown-document.tsx")).MarkdownDocument);
void MarkdownDocument.preload();

/** Recorded text, formatted as Markdown. Every character of the text is shown, and no external resource is loaded. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <MarkdownDocument
      text={text}
      whileLoading={
        // While the parser loads, gray bars replace the text, because the unformatted text would show syntax such as
        // `**`.
        <div className={styles.markdown} dir="auto">
          <span className={styles.pending}>
            <VisibleText text={text} />
          </span>
        </div>
      }
    />
  );
}
