import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { classes } from "./classes.ts";
import { markHiddenColumns } from "./mark-hidden-columns.ts";
import { openRow } from "./open-row.ts";
import { type Column, maxRoomy, SortButton, typedFields } from "./table.tsx";
import tableStyles from "./table.module.css";
import { useMedia } from "./use-media.ts";
import styles from "./virtual-table.module.css";
import { VisibleText } from "./visible-text.tsx";

const maxStartScrolls = 8;

/** Properties that each row of a {@link VirtualTable} must set on its `tr`. */
export interface RowProps {
  readonly "data-index": number;
  readonly "aria-rowindex": number;
  readonly ref: (row: HTMLTableRowElement | null) => void;
}

/**
 * Table that renders only visible rows. A row's first link or button, marked `data-row`, opens the record. J, K and the
 * arrow keys move between rows.
 */
export function VirtualTable({
  label,
  columns,
  rowCount,
  rowHeight,
  startIndex = -1,
  onNearEnd,
  minWidth,
  isStacked = false,
  scrollsWithPage = isStacked,
  frame: givenFrame,
  className,
  children,
}: {
  readonly label: string;
  /**
   * `head` is shown instead of the label, and stays visible. `summary` is below it, in a second row that scrolls with
   * the rows.
   */
  readonly columns: readonly (Column & { readonly head?: ReactNode; readonly summary?: ReactNode })[];
  readonly rowCount: number;
  /** Estimated height of a row, in pixels. Visible rows are measured. */
  readonly rowHeight: number;
  /** Index of the row that is scrolled into view and focused when the table is mounted. Default: -1, for no row. */
  readonly startIndex?: number | undefined;
  readonly onNearEnd?: (() => void) | undefined;
  /** Minimum width of the table. Default: 10rem per column. */
  readonly minWidth?: string | undefined;
  /**
   * Whether each row is a card on narrow screens. Each cell then needs `data-label`. The cards scroll with the page.
   */
  readonly isStacked?: boolean | undefined;
  /** Whether the rows scroll with the page on narrow screens, in a layout of the caller. Default: `isStacked`. */
  readonly scrollsWithPage?: boolean | undefined;
  /** Receives the region of the table, which can be focused. */
  readonly frame?: RefObject<HTMLDivElement | null> | undefined;
  readonly className?: string | undefined;
  /** Renders a row, which must be a `tr`. */
  readonly children: (index: number, props: RowProps) => ReactNode;
}) {
  const ownFrame = useRef<HTMLDivElement>(null);
  const frame = givenFrame ?? ownFrame;
  const wanted = useRef<number | null>(null);
  const isNarrow = useMedia("(width < 40rem)") && scrollsWithPage;
  const [margin, setMargin] = useState(0);
  const heads = useHeadHeights(frame);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => (isNarrow ? scrollingParent(frame.current) : frame.current),
    scrollMargin: (isNarrow ? margin : 0) + (isNarrow && isStacked ? 0 : heads.all),
    // The part of the head that stays visible covers the rows behind it.
    scrollPaddingStart: isNarrow ? 0 : heads.sticky,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useLayoutEffect(() => {
    const parent = isNarrow ? scrollingParent(frame.current) : null;
    if (!parent || !frame.current) return;
    const own = frame.current;
    const measure = (): void => {
      const distance = own.getBoundingClientRect().top - parent.getBoundingClientRect().top;
      setMargin(Math.round(distance + parent.scrollTop));
    };
    measure();
    // The content above the table can become higher, for example when it is loaded.
    const observer = new ResizeObserver(measure);
    for (const child of parent.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame, isNarrow, rowCount, columns.length]);
  const start = useRef(startIndex);
  const startScrolls = useRef(0);
  useLayoutEffect(() => {
    if (start.current < 0) return;
    virtualizer.scrollToIndex(start.current, { align: "center" });
    wanted.current = start.current;
  }, [virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rowCount > 0 && last >= rowCount - 20) onNearEnd?.();
  }, [last, rowCount, onNearEnd]);
  useEffect(() => markHiddenColumns(frame.current), [frame]);
  useEffect(() => {
    if (wanted.current !== null && focusRow(frame.current, wanted.current)) wanted.current = null;
    // Rows differ from their estimated height, so the first scrolls may end far from the row.
    if (start.current < 0 || virtualizer.isScrolling) return;
    const row = frame.current?.querySelector(`tr[data-index="${start.current}"]`);
    startScrolls.current += 1;
    if (startScrolls.current > maxStartScrolls || (row && isInView(row, frame.current))) start.current = -1;
    else virtualizer.scrollToIndex(start.current, { align: "center" });
  });

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    const { target } = event;
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement))
      return;
    if (target.matches(typedFields)) return;
    const current = target.closest<HTMLElement>("tr[data-index]")?.dataset["index"];
    const next = current === undefined ? (rows[0]?.index ?? 0) : Number(current) + step;
    if (next < 0 || next >= rowCount) return;
    event.preventDefault();
    virtualizer.scrollToIndex(next);
    if (!focusRow(frame.current, next)) wanted.current = next;
  };

  const hasSummaries = columns.some(({ summary }) => summary !== undefined);
  const headRows = hasSummaries ? 2 : 1;
  const { scrollMargin } = virtualizer.options;
  const before = Math.max((rows[0]?.start ?? scrollMargin) - scrollMargin, 0);
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between rows while the region has the focus
    <div
      ref={frame}
      className={classes(tableStyles.frame, styles.frame, className)}
      role="region"
      aria-label={label}
      data-stacked={isStacked || undefined}
      data-paged={scrollsWithPage || undefined}
      tabIndex={0}
      onKeyDown={move}
      onClick={openRow}
    >
      <table
        className={classes(tableStyles.table, styles.table)}
        style={{ minWidth: minWidth ?? `${columns.length * 10}rem` }}
        data-stacked={isStacked || undefined}
        data-dense={columns.length > maxRoomy || undefined}
        aria-rowcount={rowCount + headRows}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, label: name, head, isNumber, sort }) => (
              <th
                key={key}
                scope="col"
                data-number={isNumber || undefined}
                data-column={key}
                aria-sort={sort && (sort.direction ?? "none")}
              >
                {head ?? (sort ? <SortButton name={visibleString(name)} sort={sort} /> : <VisibleText text={name} />)}
              </th>
            ))}
          </tr>
          {hasSummaries && (
            <tr aria-rowindex={2} className={styles.summaries}>
              {columns.map(({ key, summary }) => (
                <td key={key} data-column={key}>
                  {summary}
                </td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {rows.map(({ index }) => (
            <Row key={index} index={index} headRows={headRows} render={children} measure={virtualizer.measureElement} />
          ))}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}

/** Memoized, so that scrolling renders only new rows. */
const Row = memo(function Row({
  index,
  headRows,
  render,
  measure,
}: {
  readonly index: number;
  readonly headRows: number;
  readonly render: (index: number, props: RowProps) => ReactNode;
  readonly measure: RowProps["ref"];
}) {
  return render(index, { "data-index": index, "aria-rowindex": index + 1 + headRows, ref: measure });
});

/** Measures the head of a table, in pixels: all of it, and the row that stays visible. */
function useHeadHeights(frame: RefObject<HTMLElement | null>): { readonly all: number; readonly sticky: number } {
  const [heights, setHeights] = useState({ all: 0, sticky: 0 });
  useLayoutEffect(() => {
    const head = frame.current?.querySelector("thead");
    if (!head) return;
    const measure = (): void => {
      const [all, sticky] = [head, head.rows[0]].map((part) => Math.round(part?.getBoundingClientRect().height ?? 0));
      setHeights((before) =>
        before.all === all && before.sticky === sticky ? before : { all: all ?? 0, sticky: sticky ?? 0 },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(head);
    return () => observer.disconnect();
  }, [frame]);
  return heights;
}

/** Closest ancestor that scrolls vertically. */
function scrollingParent(element: HTMLElement | null): HTMLElement | null {
  const parent = element?.parentElement ?? null;
  if (parent === null || /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  return scrollingParent(parent);
}

/** Focuses the control of a row. Returns false if the row is not rendered. */
function focusRow(frame: HTMLElement | null, index: number): boolean {
  const row = frame?.querySelector(`tr[data-index="${index}"]`);
  row?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
  return row !== undefined && row !== null;
}

function isInView(row: Element, frame: Element | null): boolean {
  const [own, around] = [row.getBoundingClientRect(), frame?.getBoundingClientRect()];
  return own.top >= Math.max(around?.top ?? 0, 0) && own.bottom <= Math.min(around?.bottom ?? innerHeight, innerHeight);
}
