import { Fragment } from "react";
import { VisibleText } from "../visible-text.tsx";
import styles from "./markdown.module.css";

/**
 * Markdown syntax that formatted text does not show, such as the asterisks around bold text. The syntax stays in the
 * page without taking space, so that searches and copies include it.
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
 * Source before or after a block. The source is hidden if it consists only of spaces and of characters that start a
 * quotation, list item or heading, such as `>` or `1.`. Any other source is shown, so that no content is lost.
 */
export function BlockMark({ text }: { readonly text: string }) {
  return /^(?:\s|[>*+#-]|\d+[.)])*$/u.test(text) ? <HiddenMark text={text} /> : <ShownMark text={text} />;
}

/**
 * Source between two inline elements, which is usually Markdown syntax and hidden. Text with letters or digits is
 * shown, because it may be content.
 */
export function Mark({ text }: { readonly text: string }) {
  if (text.trim() === "") return text;
  if (!/[\p{L}\p{N}]/u.test(text)) return <HiddenMark text={text} />;
  return <ShownMark text={text} />;
}

export function ShownMark({ text }: { readonly text: string }) {
  return (
    <span className={styles.mark}>
      <VisibleText text={text} />
    </span>
  );
}

/**
 * Text of several lines in a quotation or list item. Hides the Markdown syntax at the start of each line, such as `>`.
 */
export function NestedLines({ text }: { readonly text: string }) {
  return text.split(/(?<=\n)/u).map((line, index) => {
    const mark = index === 0 ? "" : (/^[ \t>]+/u.exec(line)?.[0] ?? "");
    return (
      // Lines have no ids and never move, so the index is the key.
      <Fragment key={index}>
        <HiddenMark text={mark} />
        <VisibleText text={line.slice(mark.length)} />
      </Fragment>
    );
  });
}
