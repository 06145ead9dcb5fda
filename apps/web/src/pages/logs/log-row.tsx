import { FlexRender, type Row } from "@tanstack/react-table";
import { memo } from "react";
import type { ColumnName } from "./columns.ts";
import type { logFeatures } from "./log-features.ts";
import { type LogRecord, recordName } from "./log-record.ts";
import { kindOfColumn } from "./log-table-head.tsx";
import styles from "./log-table.module.css";
import { useLogsText } from "./messages.ts";

export interface RowActions {
  readonly onFocus: (id: string) => void;
  readonly onToggle: (id: string, extend: boolean) => void;
  readonly onActivate: (record: LogRecord) => void;
}

/** One record of the list. Memoized, because scrolling renders the list many times a second. */
export const LogRow = memo(function LogRow({
  row,
  index,
  top,
  isSelected,
  isActive,
  isPeeked,
  actions,
  measure,
}: {
  readonly row: Row<typeof logFeatures, LogRecord>;
  readonly columns: readonly ColumnName[];
  readonly index: number;
  /** Distance from the top of the list, in pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isPeeked: boolean;
  readonly actions: RowActions;
  /** Measures the height of a card. Undefined for the row of a table, whose height is fixed. */
  readonly measure?: ((element: HTMLElement | null) => void) | undefined;
}) {
  const t = useLogsText();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles the keys of its rows
    <div
      ref={measure}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isPeeked || undefined}
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => actions.onFocus(row.id)}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a, input, label")) return;
        if (event.shiftKey) actions.onToggle(row.id, true);
        else actions.onActivate(row.original);
      }}
    >
      <div role="gridcell" className={styles.check}>
        <input
          type="checkbox"
          checked={isSelected}
          tabIndex={-1}
          aria-label={t("select", { name: recordName(row.original) ?? row.id })}
          onChange={() => undefined}
          onClick={(event) => actions.onToggle(row.id, event.shiftKey)}
        />
      </div>
      {row.getAllCells().map((cell) => (
        <div
          key={cell.id}
          role="gridcell"
          className={styles.cell}
          data-column={kindOfColumn(cell.column.id)}
          data-label={measure && String(cell.column.columnDef.header)}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
});
