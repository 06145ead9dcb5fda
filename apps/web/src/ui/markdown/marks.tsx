import { Fragment } from "react";
import { VisibleText } from "../visible-text.tsx";
import styles from "./markdown.module.css";

/**
 * Markdown syntax that is hidden because the formatting replaces it. It takes no space, but can be found and copied
 * with the text.
 */
export function HiddenMark({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <span className={styles.drawn} aria-hidden>
      <VisibleText text={text} />
    </span>
  );
}

/**
 * Hidden source around a block: empty lines, and the Markdown syntax of quotations, list items and headings. Any other
 * source stays visible.
 */
export function BlockMark({ text }: { readonly text: string }) {
  return /^(?:\s|[>*+#-]|\d+[.)])*$/u.test(text) ? <HiddenMark text={text} /> : <ShownMark text={text} />;
}

/**
 * Source text between two nodes. It is hidden only if it contains no letters or digits, because these might be content.
 */
export function Mark({ text }: { readonly text: string }) {
  if (text.trim() === "") return text;
  if (!/[\p{L}\p{N}]/u.test(text)) return <HiddenMark text={text} />;
  return <ShownMark text={text} />;
}

/** Markdown syntax that stays visible. */
export function ShownMark({ text }: { readonly text: string }) {
  return (
    <span className={styles.mark}>
      <VisibleText text={text} />
    </span>
  );
}

/**
 * Text of several lines. From the second line on, each line starts with the Markdown syntax of the enclosing blocks,
 * such as `>`, which is hidden.
 */
export function NestedLines({ text }: { readonly text: string }) {
  return text.split(/(?<=\n)/u).map((line, index) => {
    const mark = index === 0 ? "" : (/^[ \t>]+/u.exec(line)?.[0] ?? "");
    return (
      // Lines have no id and never move, so the index is the key.
      <Fragment key={index}>
        <HiddenMark text={mark} />
        <VisibleText text={line.slice(mark.length)} />
      </Fragment>
    );
  });
}
