import { useVirtualizer } from "@tanstack/react-virtual";
import { useElementScrollRestoration } from "@tanstack/react-router";
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { useMedia } from "../../ui/use-media.ts";
import { useNewest } from "../../ui/use-newest.ts";
import { type ColumnLayout, type ColumnWidths, moveColumn } from "./column-layout.ts";
import { cardWindow, type ColumnName, layOut } from "./columns.ts";
import type { LogRecord } from "./log-record.ts";
import { LogPager } from "./log-pager.tsx";
import { LogRow, type RowActions } from "./log-row.tsx";
import type { LogResource } from "./log-resource.ts";
import styles from "./log-table.module.css";
import { type ListHeadActions, LogTableHead } from "./log-table-head.tsx";
import { useLogsText } from "./messages.ts";
import { actOnKey } from "./row-keys.ts";
import type { Selection } from "./use-selection.ts";

export interface LogTableHandle {
  /** Opens another record in the panel, `offset` rows below the current one. The focus stays in the panel. */
  readonly step: (offset: number) => void;
  readonly focus: (id: string) => void;
}

const rowHeight = 32;
/** Estimated height of a card, in pixels. Visible cards are measured. */
const cardHeight = 108;
const scrollId = "log";

/** Rows of a list. Only visible rows are in the DOM. The next page loads before the user reaches the end. */
export function LogTable({
  resource,
  records,
  total,
  columns,
  widths,
  onLayout,
  order,
  selection,
  projectId,
  text,
  startId,
  peekId,
  handle,
  onOpen,
  onPeek,
  onOrder,
  onEnd,
  onScroll,
}: {
  readonly resource: LogResource;
  readonly records: readonly LogRecord[];
  /** Total number of records, also as formatted text. Null until it is known. */
  readonly total: { readonly text: string; readonly count: number } | null;
  readonly columns: readonly ColumnName[];
  readonly widths: ColumnWidths;
  readonly onLayout: (layout: Partial<ColumnLayout>) => void;
  readonly order: string | undefined;
  readonly selection: Selection;
  readonly projectId: string;
  readonly text: string | undefined;
  /** Id of the record to focus initially; null for none. */
  readonly startId: string | null;
  readonly peekId: string | undefined;
  readonly handle: Ref<LogTableHandle>;
  readonly onOpen: (record: LogRecord) => void;
  readonly onPeek: (record: LogRecord) => void;
  readonly onOrder: (order: string | undefined) => void;
  readonly onEnd: () => void;
  /**
   * Called when the user scrolls: with true if the list is scrolled down by more than one row, otherwise with false.
   */
  readonly onScroll: (isAway: boolean) => void;
}) {
  const t = useLogsText();
  const scroller = useRef<HTMLDivElement>(null);
  const restored = useElementScrollRestoration({ id: scrollId });
  const areCards = useMedia(cardWindow);
  const virtual = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (areCards ? cardHeight : rowHeight),
    getItemKey: (index) => records[index]?.id ?? index,
    initialOffset: restored?.scrollY ?? 0,
    overscan: 8,
    // The head of the table covers the end of the list by its height.
    scrollPaddingEnd: areCards ? 0 : rowHeight,
  });
  useEffect(() => virtual.measure(), [virtual, areCards]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= records.length - 15) onEnd();
  }, [last, records.length, onEnd]);

  const [activeId, setActiveId] = useState(startId);
  const [wantsFocus, setWantsFocus] = useState(false);
  const activeIndex = Math.max(
    records.findIndex(({ id }) => id === activeId),
    0,
  );
  const move = (index: number, options: { readonly extend?: boolean } = {}): void => {
    const target = records[Math.min(Math.max(index, 0), records.length - 1)];
    if (!target) return;
    if (options.extend && activeId !== null) {
      if (!selection.ids.has(activeId)) selection.toggle(activeId);
      selection.toggle(target.id, { extend: true });
    }
    setActiveId(target.id);
    virtual.scrollToIndex(records.indexOf(target));
    setWantsFocus(true);
    if (peekId !== undefined && !options.extend) onPeek(target);
  };
  const newestPeekRef = useNewest(peekId);
  const stepPanel = (offset: number): void => {
    const target = records[records.findIndex(({ id }) => id === newestPeekRef.current) + offset];
    if (!target) return;
    newestPeekRef.current = target.id;
    setActiveId(target.id);
    virtual.scrollToIndex(records.indexOf(target));
    onPeek(target);
  };
  useImperativeHandle(handle, () => ({
    step: stepPanel,
    focus(id) {
      const index = records.findIndex((record) => record.id === id);
      if (index < 0) return;
      virtual.scrollToIndex(index);
      setActiveId(id);
      setWantsFocus(true);
    },
  }));
  useEffect(() => {
    if (!wantsFocus) return;
    scroller.current?.querySelector<HTMLElement>(`[data-row="${activeIndex}"]`)?.focus({ preventScroll: true });
  });
  const step = activeId === null ? 0 : 1;
  const go = (offset: 1 | -1): void => {
    const focused = document.activeElement;
    if (focused?.closest('[role="dialog"]:not([data-side-panel]), [role="menu"]')) return;
    if (focused?.closest("[data-side-panel]")) stepPanel(offset);
    else move(activeIndex + offset * step);
  };
  useShortcuts(["j"], () => go(1));
  useShortcuts(["k"], () => go(-1));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["row"] === undefined) return;
    const active = records[activeIndex];
    // Escape first closes the side panel, and only then clears the selection.
    if (event.key === "Escape" && peekId !== undefined) return;
    const act = actOnKey(event, {
      move: (offset, extend) => move(activeIndex + offset, { extend }),
      home: () => move(0),
      end: () => move(records.length - 1),
      open: () => active && (active.id === peekId ? onOpen : onPeek)(active),
      toggle: () => active && selection.toggle(active.id, { extend: event.shiftKey }),
      clear: () => selection.clear(),
    });
    if (act) event.preventDefault();
  };

  const latest = useRef({ selection, onPeek, onLayout, onOrder, records, columns, widths });
  useLayoutEffect(() => {
    latest.current = { selection, onPeek, onLayout, onOrder, records, columns, widths };
  });
  const actions = useMemo<RowActions>(
    () => ({
      onFocus: setActiveId,
      onToggle: (id, extend) => latest.current.selection.toggle(id, { extend }),
      onActivate: (record) => latest.current.onPeek(record),
    }),
    [],
  );

  const [resized, setResized] = useState<ColumnWidths>({});
  const head = useMemo<ListHeadActions>(
    () => ({
      onResize(name, to, isDone) {
        setResized(isDone ? {} : { [name]: to });
        if (isDone) latest.current.onLayout({ widths: { ...latest.current.widths, [name]: to } });
      },
      onResetWidth: (name) => latest.current.onLayout({ widths: { ...latest.current.widths, [name]: undefined } }),
      onMove: (name, target) => latest.current.onLayout({ columns: moveColumn(latest.current.columns, name, target) }),
      onOrder: (next) => latest.current.onOrder(next),
      onSelectAll(isAll) {
        if (isAll) latest.current.selection.replace(latest.current.records.map(({ id }) => id));
        else latest.current.selection.clear();
      },
    }),
    [],
  );
  const { width, template } = layOut(columns, { ...widths, ...resized });
  const { scrollToIndex } = virtual;
  const showRow = useCallback((index: number) => scrollToIndex(index, { align: "start" }), [scrollToIndex]);
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        data-cards={areCards || undefined}
        data-scroll-restoration-id={scrollId}
        onScroll={({ currentTarget }) => {
          // Marks the scrolled table, so that its pinned column gets a border.
          currentTarget.toggleAttribute("data-scrolled", currentTarget.scrollLeft > 0);
          onScroll(currentTarget.scrollTop > rowHeight);
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its rows has the focus */}
        <div
          role="grid"
          aria-label={t(resource)}
          aria-rowcount={total === null ? -1 : total.count + 1}
          aria-multiselectable
          className={styles.grid}
          style={{ minWidth: areCards ? 0 : width, "--columns": template } as React.CSSProperties}
          onKeyDown={onKeyDown}
          onBlur={() => setWantsFocus(false)}
        >
          <LogTableHead
            resource={resource}
            columns={columns}
            order={order}
            isAllSelected={records.length > 0 && selection.ids.size >= records.length}
            {...head}
          />
          <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const record = records[item.index];
              if (!record) return null;
              return (
                <LogRow
                  key={record.id}
                  resource={resource}
                  record={record}
                  columns={columns}
                  projectId={projectId}
                  text={text}
                  index={item.index}
                  top={item.start}
                  isSelected={selection.isAllMatching || selection.ids.has(record.id)}
                  isActive={item.index === activeIndex}
                  isPeeked={record.id === peekId}
                  actions={actions}
                  measure={areCards ? virtual.measureElement : undefined}
                />
              );
            })}
          </div>
        </div>
      </div>
      <LogPager
        first={virtual.range?.startIndex ?? 0}
        last={virtual.range?.endIndex ?? 0}
        loaded={records.length}
        total={total}
        onShow={showRow}
        onEnd={onEnd}
      />
    </div>
  );
}
