import { ArrowDown, ArrowUp } from "lucide-react";
import { type DragEvent, memo, useState } from "react";
import { ResizeHandle } from "../../ui/resize-handle.tsx";
import { useWidth } from "../../ui/use-width.ts";
import { columnLabel } from "./column-label.ts";
import { maxColumnWidth, minColumnWidth } from "./column-layout.ts";
import { type ColumnName, orderColumn } from "./columns.ts";
import type { LogResource } from "./log-resource.ts";
import styles from "./log-table.module.css";
import { useLogsText } from "./messages.ts";
import { isScoreColumn } from "./score-columns.ts";

export interface ColumnActions {
  /** Called with `isDone` false while the user drags, and once with `isDone` true at the end. */
  readonly onResize: (name: ColumnName, width: number, isDone: boolean) => void;
  readonly onResetWidth: (name: ColumnName) => void;
  readonly onMove: (name: ColumnName, target: ColumnName) => void;
}

export interface ListHeadActions extends ColumnActions {
  readonly onOrder: (order: string | undefined) => void;
  readonly onSelectAll: (isAll: boolean) => void;
}

/**
 * Column headers. A click sorts by the column, dragging its edge resizes it, and dragging the header moves it.
 * Memoized, because scrolling renders the list many times a second.
 */
export const LogTableHead = memo(function LogTableHead({
  resource,
  columns,
  order,
  onOrder,
  isAllSelected,
  onSelectAll,
  ...actions
}: ListHeadActions & {
  readonly resource: LogResource;
  readonly columns: readonly ColumnName[];
  readonly order: string | undefined;
  readonly isAllSelected: boolean;
}) {
  const t = useLogsText();
  const [dragged, setDragged] = useState<ColumnName | null>(null);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <div role="columnheader" className={styles.check}>
          <input
            type="checkbox"
            aria-label={t("selectAll")}
            checked={isAllSelected}
            onChange={(event) => onSelectAll(event.currentTarget.checked)}
          />
        </div>
        {columns.map((name, index) => (
          <ColumnHead
            key={name}
            name={name}
            column={orderColumn(resource, name)}
            order={order}
            onOrder={onOrder}
            isPinned={index === 0}
            dragged={dragged}
            onDrag={setDragged}
            {...actions}
          />
        ))}
      </div>
    </div>
  );
});

export function kindOfColumn(name: string): string {
  return isScoreColumn(name) ? "score" : name;
}

function ColumnHead({
  name,
  column,
  order,
  onOrder,
  isPinned,
  dragged,
  onDrag,
  onResize,
  onResetWidth,
  onMove,
}: ColumnActions & {
  readonly name: ColumnName;
  /** Name of the sort column in the API; null if the list cannot be sorted by the column. */
  readonly column: string | null;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  readonly isPinned: boolean;
  readonly dragged: ColumnName | null;
  readonly onDrag: (name: ColumnName | null) => void;
}) {
  const t = useLogsText();
  const [width, ref] = useWidth();
  const [isTarget, setIsTarget] = useState(false);
  const [current, direction] = (order ?? "createdAt:DESC").split(":");
  const label = columnLabel(t, name);
  const isCurrent = column === current;
  const isDescending = direction === "DESC";
  const next = isCurrent && isDescending ? "ASC" : "DESC";
  const accept = (event: DragEvent): void => {
    if (dragged === null || dragged === name || isPinned) return;
    event.preventDefault();
    setIsTarget(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- only a target for the pointer; the column chooser has buttons
    <div
      ref={ref}
      role="columnheader"
      // Without `aria-label`, the accessible name of the header would also contain the label of the resize handle.
      aria-label={label}
      className={styles.cell}
      data-column={kindOfColumn(name)}
      data-target={isTarget || undefined}
      aria-sort={column === null ? undefined : isCurrent ? (isDescending ? "descending" : "ascending") : "none"}
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsTarget(false);
        if (dragged !== null) onMove(dragged, name);
      }}
    >
      <span
        className={styles.title}
        draggable={!isPinned}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          onDrag(name);
        }}
        onDragEnd={() => onDrag(null)}
      >
        {column === null ? (
          label
        ) : (
          <button
            type="button"
            className={styles.sort}
            title={t("sortBy", { name: label })}
            onClick={() => onOrder(column === "createdAt" && next === "DESC" ? undefined : `${column}:${next}`)}
          >
            {label}
            {isCurrent && (isDescending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
          </button>
        )}
      </span>
      <ResizeHandle
        label={t("columnWidth", { name: label })}
        width={width}
        min={minColumnWidth}
        max={maxColumnWidth}
        className={styles.edge}
        onResize={(to, isDone) => onResize(name, to, isDone)}
        onReset={() => onResetWidth(name)}
      />
    </div>
  );
}
