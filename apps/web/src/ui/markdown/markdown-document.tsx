import { memo, useMemo } from "react";
import { VisibleText } from "../visible-text.tsx";
import { renderMarkdown } from "./render-markdown.tsx";
import styles from "./markdown.module.css";

/** Content of `MarkdownText`, in a module of its own because the Markdown parser is loaded on demand. */
export const MarkdownDocument = memo(function MarkdownDocument({ text }: { readonly text: string }) {
  const content = useMemo(() => {
    try {
      return renderMarkdown(text);
    } catch {
      // The parser fails on deeply nested text, which is then shown without formatting.
      return <VisibleText text={text} />;
    }
  }, [text]);
  return (
    <div className={styles.markdown} dir="auto" data-markdown>
      {content}
    </div>
  );
});
