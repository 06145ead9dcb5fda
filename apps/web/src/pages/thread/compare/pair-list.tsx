import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNewest } from "../../../ui/use-newest.ts";
import { useNarrow } from "../use-narrow.ts";
import type { StepPair } from "./align-steps.ts";
import styles from "./compare.module.css";
import { useCompareText } from "./messages.ts";
import { PairRow } from "./pair-row.tsx";
import { haveSameAgents, type Outlines, pairKey, type PayloadChange } from "./pair-rows.ts";

const rowHeight = 32;

export function PairList(props: {
  readonly outlines: Outlines;
  readonly pairs: readonly StepPair[];
  readonly rows: readonly number[];
  readonly selected: number | null;
  readonly changes: ReadonlyMap<string, PayloadChange>;
  readonly onSelect: (pair: StepPair) => void;
  readonly onCompared: (key: string, change: PayloadChange) => void;
}) {
  const { outlines, pairs, rows, selected, changes, onSelect, onCompared } = props;
  const isNeutral = useMemo(() => !haveSameAgents(outlines), [outlines]);
  const t = useCompareText();
  const scroller = useRef<HTMLDivElement>(null);
  // On a narrow screen, the steps scroll with the page, because the pickers and totals take half of the screen.
  const isNarrow = useNarrow();
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const page = isNarrow ? pageOf(scroller.current) : null;
    const measure = (): void => {
      const distance = page
        ? (scroller.current?.getBoundingClientRect().top ?? 0) - page.getBoundingClientRect().top
        : 0;
      setMargin(Math.round(distance + (page?.scrollTop ?? 0)));
    };
    measure();
    // The totals become higher when their scores are loaded.
    const observer = new ResizeObserver(measure);
    for (const part of page?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
  }, [isNarrow]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (isNarrow ? pageOf(scroller.current) : scroller.current),
    scrollMargin: margin,
    estimateSize: () => rowHeight,
    getItemKey: (at) => rows[at] ?? at,
    overscan: 8,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const isSelectedShown = selected !== null && items.some(({ index }) => rows[index] === selected);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    const at = selected === null ? -1 : latest.current.indexOf(selected);
    if (at !== -1) virtualizer.scrollToIndex(at, { align: "auto" });
  }, [selected, virtualizer]);
  const newestRef = useNewest(selected);
  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = newestRef.current === null ? -1 : rows.indexOf(newestRef.current);
    const places: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const row = rows[to];
    const pair = row === undefined ? undefined : pairs[row];
    if (row === undefined || !pair) return;
    newestRef.current = row;
    onSelect(pair);
  };
  const list = (
    <div
      ref={scroller}
      className={styles.pairs}
      role="listbox"
      aria-label={t("steps")}
      tabIndex={0}
      aria-activedescendant={isSelectedShown ? rowId(selected) : undefined}
      data-rows={rows.length}
      onKeyDown={move}
    >
      <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
        {items.map(({ index, start, key }) => {
          const at = rows[index] ?? 0;
          const pair = pairs[at];
          return (
            pair && (
              <PairRow
                key={key}
                id={rowId(at)}
                pair={pair}
                outlines={outlines}
                top={start - margin}
                isSelected={at === selected}
                isNeutral={isNeutral}
                change={changes.get(pairKey(pair, outlines))}
                onSelect={onSelect}
                onCompared={onCompared}
              />
            )
          );
        })}
      </div>
    </div>
  );
  return (
    <>
      <div className={styles.names} aria-hidden>
        <span>{t("before")}</span>
        <span>{t("after")}</span>
        <span>{t("changed")}</span>
        <span className={styles.deltas}>
          <span>{t("tokens")}</span>
          <span>{t("cost")}</span>
          <span>{t("duration")}</span>
        </span>
      </div>
      {list}
    </>
  );
}

/** The element that scrolls the page. */
function pageOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest("main") ?? null;
}

function rowId(at: number): string {
  return `pair-${at}`;
}
