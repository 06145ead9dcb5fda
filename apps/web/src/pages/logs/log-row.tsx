import { memo } from "react";
import { columnLabel } from "./column-label.ts";
import type { ColumnName } from "./columns.ts";
import { LogCell } from "./log-cell.tsx";
import { type LogRecord, recordName } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";
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
  resource,
  record,
  columns,
  projectId,
  text,
  index,
  top,
  isSelected,
  isActive,
  isPeeked,
  actions,
  measure,
}: {
  readonly resource: LogResource;
  readonly record: LogRecord;
  readonly columns: readonly ColumnName[];
  readonly projectId: string;
  /** Search text to mark in the cells. */
  readonly text: string | undefined;
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
      onFocus={() => actions.onFocus(record.id)}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a, input, label")) return;
        if (event.shiftKey) actions.onToggle(record.id, true);
        else actions.onActivate(record);
      }}
    >
      <div role="gridcell" className={styles.check}>
        <input
          type="checkbox"
          checked={isSelected}
          tabIndex={-1}
          aria-label={t("select", { name: recordName(record) ?? record.id })}
          onChange={() => undefined}
          onClick={(event) => actions.onToggle(record.id, event.shiftKey)}
        />
      </div>
      {columns.map((name) => (
        <div
          key={name}
          role="gridcell"
          className={styles.cell}
          data-column={kindOfColumn(name)}
          data-label={measure && columnLabel(t, name)}
        >
          <LogCell resource={resource} record={record} column={name} projectId={projectId} text={text} />
        </div>
      ))}
    </div>
  );
});
