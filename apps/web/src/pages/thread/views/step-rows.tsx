import { memo, useState } from "react";
import { useThreadText } from "../messages.ts";
import { rowId, StepRow } from "./step-row.tsx";
import styles from "./step-rows.module.css";
import { TimeAxis, type TimeWindow } from "./time-axis.tsx";
import { useRows } from "./use-rows.ts";
import type { ViewProps } from "./view-props.ts";

const rowHeight = 30;

export interface StepRowsProps extends ViewProps {
  /** Shows bars on a common time axis. */
  readonly isTimed: boolean;
  /** Name of a list of some steps, which is shown instead of a tree. */
  readonly listName?: string | undefined;
}

/** Steps on one line each. */
export const StepRows = memo(function StepRows({ isTimed, listName, ...props }: StepRowsProps) {
  const t = useThreadText();
  const { outline, rows, selected, matches, collapsed, onSelect, onToggle } = props;
  const [zoom, setZoom] = useState<TimeWindow | null>(null);
  const whole = { from: 0, to: Math.max(outline.end, 1) };
  const shown = zoom ?? whole;
  const { scroller, virtualizer } = useRows({
    outline,
    rows,
    selected,
    height: rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const isSelectedShown = items.some(({ index }) => rows[index] === selected);
  return (
    <div className={styles.view} data-timed={isTimed || undefined}>
      {isTimed && <TimeAxis whole={whole} shown={shown} onChange={setZoom} />}
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
                onSelect={onSelect}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
});
