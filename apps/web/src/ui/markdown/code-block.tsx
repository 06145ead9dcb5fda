import { lazy, Suspense } from "react";
import { CopyButton } from "../copy-button.tsx";
import { useUiText } from "../messages.ts";
import { VisibleText } from "../visible-text.tsx";
import styles from "./markdown.module.css";

// Loaded on demand, because the grammars are large and most texts contain no code.
const HighlightedCode = lazy(async () => ({ default: (await import("./highlighted-code.tsx")).HighlightedCode }));

/** Maximum length of code that is highlighted, in characters. */
const maxHighlighted = 30_000;

/** A fenced block of code, including the fences. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string | null }) {
  const t = useUiText();
  const { opening, code, closing } = partsOf(text);
  const plain = <VisibleText text={code} />;
  return (
    <div className={styles.codeBlock}>
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        <span className={styles.mark}>
          <VisibleText text={opening} />
        </span>
        <code>
          {language === null || code.length > maxHighlighted ? (
            plain
          ) : (
            <Suspense fallback={plain}>
              <HighlightedCode code={code} language={language} />
            </Suspense>
          )}
        </code>
        <span className={styles.mark}>
          <VisibleText text={closing} />
        </span>
      </pre>
      <span className={styles.copy}>
        <CopyButton label={t("copyCode")} text={code} />
      </span>
    </div>
  );
}

function partsOf(text: string): { readonly opening: string; readonly code: string; readonly closing: string } {
  const opening = /^[^\n]*(?:\n|$)/.exec(text)?.[0] ?? "";
  const rest = text.slice(opening.length);
  const lineBreak = rest.trimEnd().lastIndexOf("\n");
  const isClosed = /^[ \t>]*(?:`{3,}|~{3,})$/.test(rest.slice(lineBreak + 1).trimEnd());
  const closing = isClosed ? rest.slice(Math.max(lineBreak, 0)) : "";
  return { opening, code: rest.slice(0, rest.length - closing.length), closing };
}
