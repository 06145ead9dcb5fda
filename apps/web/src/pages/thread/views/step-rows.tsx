import { memo, useMemo, useRef, useState } from "react";
import { EmptyState } from "../../../ui/page-state.tsx";
import { useStoredState } from "../../../ui/use-stored-state.ts";
import { useThreadText } from "../messages.ts";
import { criticalPath } from "../outline/critical-path.ts";
import { useNarrow } from "../use-narrow.ts";
import { ColumnHead, useNameWidth } from "./column-head.tsx";
import { OverviewStrip } from "./overview-strip.tsx";
import { rowId, ScrollingContext, StepRow } from "./step-row.tsx";
import styles from "./step-rows.module.css";
import { rowHeight } from "./rows-height.ts";
import { TimeAxis, type TimeWindow } from "./time-axis.tsx";
import { useRows } from "./use-rows.ts";
import type { ViewProps } from "./view-props.ts";

/** Minimum number of rows for which a waterfall shows its overview. */
const minOverviewRows = 60;

const readCritical = (stored: unknown): boolean => stored === true;

export interface StepRowsProps extends ViewProps {
  /** Whether to show bars on a common time axis. */
  readonly isTimed: boolean;
  /** Accessible name of a flat list. If absent, the steps form a tree. */
  readonly listName?: string | undefined;
}

export const StepRows = memo(function StepRows({ isTimed, listName, ...props }: StepRowsProps) {
  const t = useThreadText();
  const { outline, rows, selected, matches, collapsed, onSelect, onToggle } = props;
  const [zoom, setZoom] = useState<TimeWindow | null>(null);
  const whole = { from: 0, to: Math.max(outline.end, 1) };
  const shown = zoom ?? whole;
  const isNarrow = useNarrow();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useNameWidth(isTimed ? "waterfall" : "tree", frame);
  const [isCritical, setIsCritical] = useStoredState("thread.waterfall.critical", readCritical);
  const critical = useMemo(
    () => (isTimed && isCritical ? criticalPath(outline) : null),
    [outline, isTimed, isCritical],
  );
  const { scroller, virtualizer } = useRows({
    outline,
    rows,
    selected,
    height: rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const isSelectedShown = items.some(({ index }) => rows[index] === selected);
  return (
    <div ref={frame} className={styles.view} data-timed={isTimed || undefined} style={columns.style}>
      {isTimed ? (
        <TimeAxis {...{ whole, shown, columns, isCritical }} onCritical={setIsCritical} onChange={setZoom} />
      ) : (
        !isNarrow && (
          <ColumnHead
            columns={columns}
            name={<span className={styles.title}>{t("stepName")}</span>}
            rest={
              <span className={styles.titles}>
                <span className={styles.preview}>{t("content")}</span>
                <span className={styles.facts}>
                  <span>{t("allTokens")}</span>
                  <span className={styles.cost}>{t("cost")}</span>
                  <span>{t("latency")}</span>
                </span>
              </span>
            }
          />
        )
      )}
      {isTimed && rows.length >= minOverviewRows && (
        <OverviewStrip
          {...{ outline, rows, whole, shown }}
          visible={{ first: virtualizer.range?.startIndex ?? 0, last: virtualizer.range?.endIndex ?? 0 }}
          onChange={setZoom}
          onScroll={(row) => virtualizer.scrollToIndex(row, { align: "center" })}
        />
      )}
      {rows.length === 0 && <EmptyState title={t("noneOfTypes")} />}
      <div
        ref={scroller}
        className={styles.scroller}
        role="tree"
        aria-label={listName ?? t(isTimed ? "waterfall" : "tree")}
        tabIndex={0}
        aria-activedescendant={isSelectedShown && selected !== null ? rowId(selected) : undefined}
        data-rows={rows.length}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: "relative" }}>
          <ScrollingContext value={virtualizer.isScrolling}>
            {items.map((item) => {
              const step = rows[item.index] ?? 0;
              return (
                <StepRow
                  key={item.key}
                  outline={outline}
                  step={step}
                  top={item.start}
                  isSelected={step === selected}
                  isMatch={matches.has(step)}
                  isFlat={listName !== undefined}
                  isCollapsed={collapsed.has(outline.idOf(step))}
                  from={isTimed ? shown.from : null}
                  to={isTimed ? shown.to : null}
                  isCritical={critical?.has(step) ?? null}
                  onSelect={onSelect}
                  onToggle={onToggle}
                />
              );
            })}
          </ScrollingContext>
        </div>
      </div>
    </div>
  );
});
