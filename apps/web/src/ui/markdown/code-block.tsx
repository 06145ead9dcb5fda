import type { Code } from "mdast";
import { visibleString } from "../../messages/hidden-characters.ts";
import { CopyButton } from "../copy-button.tsx";
import { useUiText } from "../messages.ts";
import { onDemand } from "../on-demand.tsx";
import { CodeLines } from "./code-lines.tsx";
import { BlockMark, HiddenMark } from "./marks.tsx";
import styles from "./markdown.module.css";
import type { Span } from "./spans.ts";

// The grammars are large, and most texts contain no code, so they are loaded on demand.
const HighlightedCode = onDemand(async () => (await import("./highlighted-code.tsx")).HighlightedCode);

/** Maximum length of code to highlight, in characters. */
const maxHighlighted = 30_000;

/** Fenced code block with the name of its language. The fences are hidden. */
export function CodeBlock({
  source,
  block,
  span,
  code: { lang, meta, value },
}: {
  readonly source: string;
  readonly block: Span;
  /**
   * Range that is rendered for this block: from the end of the previous block to the end of this one. For the last
   * block, the range reaches to the end of the parent.
   */
  readonly span: Span;
  readonly code: Code;
}) {
  const t = useUiText();
  const { opening, code, closing } = partsOf(source.slice(block.start, block.end));
  const name = visibleString([lang, meta].filter(Boolean).join(" "));
  const { text, marks } = withoutLineMarks(code, value);
  const plain = <CodeLines text={text} marks={marks} />;
  return (
    <div className={styles.codeBlock}>
      {name !== "" && <span className={styles.language} data-language={name} aria-hidden />}
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        <BlockMark text={source.slice(span.start, block.start)} />
        <HiddenMark text={opening} />
        <code>
          {lang == null || text.length > maxHighlighted ? (
            plain
          ) : (
            <HighlightedCode code={text} language={lang} marks={marks} whileLoading={plain} />
          )}
        </code>
        <HiddenMark text={closing} />
        <BlockMark text={source.slice(block.end, span.end)} />
      </pre>
      <span className={styles.copy}>
        <CopyButton label={t("copyCode")} text={text} />
      </span>
    </div>
  );
}

function partsOf(text: string): { readonly opening: string; readonly code: string; readonly closing: string } {
  const opening = /^[^\n]*(?:\n|$)/u.exec(text)?.[0] ?? "";
  const rest = text.slice(opening.length);
  const lineBreak = rest.trimEnd().lastIndexOf("\n");
  const isClosed = /^[ \t>]*(?:`{3,}|~{3,})$/u.test(rest.slice(lineBreak + 1).trimEnd());
  const closing = isClosed ? rest.slice(Math.max(lineBreak, 0)) : "";
  return { opening, code: rest.slice(0, rest.length - closing.length), closing };
}

/**
 * Separates the Markdown syntax at the start of each line from the code. In a quotation, for example, lines start with
 * `>`.
 */
function withoutLineMarks(code: string, value: string): { readonly text: string; readonly marks: readonly string[] } {
  const [lines, clean] = [code.split("\n"), value.split("\n")];
  const marks = lines.map((line, index) => line.slice(0, Math.max(line.length - (clean[index] ?? line).length, 0)));
  if (!marks.every((mark) => /^[ \t>]*$/u.test(mark))) return { text: code, marks: [] };
  return { text: lines.map((line, index) => line.slice(marks[index]?.length ?? 0)).join("\n"), marks };
}
