import { lazy, Suspense } from "react";
import styles from "./markdown.module.css";
import { VisibleText } from "./visible-text.tsx";

// The parser is large: it is fetched beside the page, not before it.
const loading = import("./markdown-document.tsx");
loading.catch(() => undefined);
const MarkdownDocument = lazy(async () => ({ default: (await loading).MarkdownDocument }));

/** A text of a stranger as Markdown: no markup of its own, no script, and nothing that is loaded from elsewhere. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <Suspense
      fallback={
        <div className={styles.plain}>
          <VisibleText text={text} />
        </div>
      }
    >
      <MarkdownDocument text={text} />
    </Suspense>
  );
}
