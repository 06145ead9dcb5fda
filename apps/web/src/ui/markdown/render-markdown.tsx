import type { ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { BlockMark, HiddenMark, Mark } from "./marks.tsx";
import styles from "./markdown.module.css";
import { renderInline, renderText } from "./render-inline.tsx";
import { renderTable } from "./render-table.tsx";
import { readSpans, type Source, type Span } from "./spans.ts";

/**
 * Renders Markdown as headings, lists, tables, quotations and code. The text of the output equals the source exactly:
 * Markdown syntax, such as `**`, stays in the output as text that takes no space.
 */
export function renderMarkdown(text: string): ReactNode {
  const { root, source } = readSpans(text);
  return root.children.length === 0 ? renderText(source, root) : renderBlocks(source, root);
}

/**
 * Renders blocks, and the source between them, so that no text is lost. The source between two blocks is rendered with
 * the second one. The source after the last block is rendered with that block.
 */
function renderBlocks(source: Source, { start, end, children }: Pick<Span, "start" | "end" | "children">): ReactNode {
  const last = children.at(-1);
  return children.map((child, index) => {
    const before = index === 0 ? start : (children[index - 1]?.end ?? start);
    const span = { ...child, start: before, end: child === last ? end : child.end };
    return <Block key={child.start} source={source} block={child} span={span} />;
  });
}

function Block({ source, block, span }: { readonly source: Source; readonly block: Span; readonly span: Span }) {
  const { node } = block;
  switch (node.type) {
    case "heading":
      return (
        <div
          className={styles.heading}
          role="heading"
          aria-level={source.headingLevels.get(node)}
          data-depth={node.depth}
        >
          {renderLine(source, block, span)}
        </div>
      );
    case "blockquote":
      return (
        <blockquote className={styles.quote} dir="auto">
          {renderContainer(source, span)}
        </blockquote>
      );
    case "list": {
      const List = node.ordered === true ? "ol" : "ul";
      return (
        <List className={styles.list} dir="auto" data-loose={node.spread === true || undefined}>
          {renderBlocks(source, span)}
        </List>
      );
    }
    case "listItem":
      return <li value={numberOf(source, block)}>{renderContainer(source, span)}</li>;
    case "code":
      return <CodeBlock source={source.text} block={block} span={span} code={node} />;
    case "table":
      return renderTable(source, span);
    case "thematicBreak":
      return (
        <div className={styles.rule} role="separator">
          <HiddenMark text={source.text.slice(span.start, span.end)} />
        </div>
      );
    default:
      return <p>{renderLine(source, block, span)}</p>;
  }
}

/**
 * Renders the blocks in a quotation or list item. Their lines start with Markdown syntax such as `>`, or with spaces.
 */
function renderContainer(source: Source, span: Span): ReactNode {
  if (span.children.length === 0) return <Mark text={source.text.slice(span.start, span.end)} />;
  return renderBlocks({ ...source, isNested: true }, span);
}

/** Renders a heading's or paragraph's text, and hides the source around it. */
function renderLine(source: Source, block: Span, span: Span): ReactNode {
  const { text, isNested } = source;
  if (block.children.length === 0) return renderText(source, span);
  const from = block.children[0]?.start ?? block.start;
  const to = block.children.at(-1)?.end ?? block.end;
  const indentation = isNested ? "" : indentationAtEnd(text.slice(span.start, block.start));
  const lead = block.start - indentation.length;
  return (
    <>
      <BlockMark text={text.slice(span.start, lead)} />
      {indentation}
      <BlockMark text={text.slice(block.start, from)} />
      {renderInline(source, { ...block, start: from, end: to })}
      <BlockMark text={text.slice(to, span.end)} />
    </>
  );
}

function numberOf(source: Source, { start }: Span): number | undefined {
  const digits = /^\d{1,9}(?=[.)])/u.exec(source.text.slice(start, start + 12))?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function indentationAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start -= 1;
  return text.slice(start);
}
