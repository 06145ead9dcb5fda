import type { ReactNode } from "react";
import { HiddenMark } from "./marks.tsx";
import styles from "./markdown.module.css";
import { renderInline, renderText } from "./render-inline.tsx";
import type { Source, Span } from "./spans.ts";

/** Renders a table. The Markdown source of its borders, such as `|`, stays in the page as text that takes no space. */
export function renderTable(source: Source, table: Span): ReactNode {
  const align = table.node.type === "table" ? (table.node.align ?? []) : [];
  const cells = table.children.flatMap((row) => row.children);
  const first = cells[0];
  if (!first) return renderText(source, table);
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
  const from = cell.children[0]?.start ?? end;
  const to = cell.children.at(-1)?.end ?? end;
  return (
    <>
      <HiddenMark text={source.text.slice(start, from)} />
      {renderInline(source, { ...cell, start: from, end: to })}
      <HiddenMark text={source.text.slice(to, end)} />
    </>
  );
}
