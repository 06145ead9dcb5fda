import type { Nodes } from "mdast";
import { Fragment, type ReactNode } from "react";
import { SafeLink } from "../safe-link.tsx";
import { VisibleText } from "../visible-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { MathFormula } from "./math-formula.tsx";
import type { MathRange } from "./math-ranges.ts";
import styles from "./markdown.module.css";
import { parseMarkdown } from "./parse-markdown.ts";

/** A node with its range in the text. */
interface Span {
  readonly node: Nodes;
  readonly start: number;
  end: number;
  readonly children: readonly Span[];
}

interface Source {
  readonly text: string;
  readonly formulas: readonly MathRange[];
}

/** Maximum nesting depth of formatting. */
const maxDepth = 60;

/**
 * Renders Markdown from slices of its source. Characters between the nodes are shown as muted marks. So the text of the
 * result equals the source, character by character.
 */
export function renderMarkdown(text: string): ReactNode {
  const { root, formulas } = parseMarkdown(text);
  const span = spanOf(root, 0);
  return renderChildren({ text, formulas }, { ...span, start: 0, end: text.length });

  function spanOf(node: Nodes, depth: number): Span {
    const start = node.position?.start.offset ?? 0;
    let end = node.position?.end.offset ?? 0;
    const given = "children" in node && depth < maxDepth ? node.children : [];
    const children = given.map((child) => spanOf(child, depth + 1));
    // A block always starts a new line, so the line break after it would appear as an empty line.
    if (node.type === "code" || node.type === "table") end += /^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0;
    return { node, start, end: Math.max(end, children.at(-1)?.end ?? 0), children };
  }
}

/** Renders the children of a node, and the source text between them as marks. */
function renderChildren(source: Source, { start, end, children }: Span): ReactNode {
  const rendered: ReactNode[] = [];
  let seen = start;
  for (const child of children) {
    if (child.start > seen) rendered.push(<Mark key={seen} text={source.text.slice(seen, child.start)} />);
    rendered.push(<Fragment key={`${child.start} node`}>{renderNode(source, child)}</Fragment>);
    seen = child.end;
  }
  if (end > seen) rendered.push(<Mark key={seen} text={source.text.slice(seen, end)} />);
  return rendered;
}

/** Renders the children of a node in an element. The source before and after the children is rendered as marks. */
function renderBetweenMarks(source: Source, span: Span, element: (content: ReactNode) => ReactNode): ReactNode {
  const start = span.children[0]?.start ?? span.end;
  const end = span.children.at(-1)?.end ?? span.end;
  return (
    <>
      <Mark text={source.text.slice(span.start, start)} />
      {element(renderChildren(source, { ...span, start, end }))}
      <Mark text={source.text.slice(end, span.end)} />
    </>
  );
}

function renderNode(source: Source, span: Span): ReactNode {
  const { node, start, end, children } = span;
  const slice = source.text.slice(start, end);
  if ("children" in node && children.length === 0 && node.type !== "listItem") return renderText(source, span);
  switch (node.type) {
    case "text":
      return renderText(source, span);
    case "heading":
      return <span className={styles.heading}>{renderChildren(source, span)}</span>;
    case "emphasis":
      return renderBetweenMarks(source, span, (content) => <em>{content}</em>);
    case "strong":
      return renderBetweenMarks(source, span, (content) => <strong>{content}</strong>);
    case "delete":
      return renderBetweenMarks(source, span, (content) => <del>{content}</del>);
    case "blockquote":
      return <span className={styles.quote}>{renderChildren(source, span)}</span>;
    case "inlineCode":
      return (
        <code className={styles.inlineCode}>
          <VisibleText text={slice} />
        </code>
      );
    case "code":
      return <CodeBlock text={slice} language={node.lang ?? null} />;
    case "link":
      return renderBetweenMarks(source, span, (content) => <SafeLink href={node.url}>{content}</SafeLink>);
    case "image":
      // Shows only a link, because loading the image would reveal the user to its server.
      return (
        <SafeLink href={node.url}>
          <VisibleText text={slice} />
        </SafeLink>
      );
    case "table":
      return renderTable(source, span);
    case "thematicBreak":
    case "break":
      return <Mark text={slice} />;
    default:
      return children.length > 0 ? renderChildren(source, span) : renderText(source, span);
  }
}

/** Renders plain text that may contain formulas. */
function renderText({ text, formulas }: Source, { start, end }: Span): ReactNode {
  const within = formulas.filter((formula) => formula.start >= start && formula.end <= end);
  if (within.length === 0) return <VisibleText text={text.slice(start, end)} />;
  const rendered: ReactNode[] = [];
  let seen = start;
  for (const formula of within) {
    rendered.push(<VisibleText key={seen} text={text.slice(seen, formula.start)} />);
    rendered.push(
      <MathFormula
        key={`${formula.start} formula`}
        text={text.slice(formula.start, formula.end)}
        tex={formula.tex}
        isDisplay={formula.isDisplay}
      />,
    );
    seen = formula.end;
  }
  rendered.push(<VisibleText key={seen} text={text.slice(seen, end)} />);
  return rendered;
}

/** Renders a table with borders. The characters of the Markdown borders stay in the text, but take no space. */
function renderTable(source: Source, table: Span): ReactNode {
  const align = table.node.type === "table" ? (table.node.align ?? []) : [];
  const cells = table.children.flatMap((row) => row.children);
  const first = cells[0];
  if (!first) return renderText(source, table);
  /** Returns the end of a cell. The text after the cell, up to the next cell, belongs to it. */
  const endOf = (cell: Span): number => cells[cells.indexOf(cell) + 1]?.start ?? table.end;
  return (
    <div className={styles.scroll} tabIndex={0}>
      <table>
        <tbody>
          {table.children.map((row, index) => (
            <tr key={row.start}>
              {row.children.map((cell, column) => {
                const Cell = index === 0 ? "th" : "td";
                return (
                  <Cell key={cell.start} data-align={align[column] ?? undefined}>
                    {renderCell(source, cell, cell === first ? table.start : cell.start, endOf(cell))}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderCell(source: Source, cell: Span, start: number, end: number): ReactNode {
  const [first, last] = [cell.children[0], cell.children.at(-1)];
  const from = first?.start ?? end;
  const to = last?.end ?? end;
  return (
    <>
      <span className={styles.drawn}>
        <VisibleText text={source.text.slice(start, from)} />
      </span>
      {renderChildren(source, { ...cell, start: from, end: to })}
      <span className={styles.drawn}>
        <VisibleText text={source.text.slice(to, end)} />
      </span>
    </>
  );
}

/** Characters that belong to the markup. */
function Mark({ text }: { readonly text: string }) {
  if (text.trim() === "") return text;
  return (
    <span className={styles.mark}>
      <VisibleText text={text} />
    </span>
  );
}
