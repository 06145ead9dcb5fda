import { memo, useMemo } from "react";
import { VisibleText } from "../visible-text.tsx";
import { renderMarkdown } from "./render-markdown.tsx";
import styles from "./markdown.module.css";

/** The loaded part of `MarkdownText`. */
export const MarkdownDocument = memo(function MarkdownDocument({ text }: { readonly text: string }) {
  const content = useMemo(() => {
    try {
      return renderMarkdown(text);
    } catch {
      // The text is nested too deeply for the parser.
      return <VisibleText text={text} />;
    }
  }, [text]);
  return (
    <div className={styles.markdown} dir="auto" data-markdown>
      {content}
    </div>
  );
});
