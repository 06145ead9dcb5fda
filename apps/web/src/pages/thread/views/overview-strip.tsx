import { memo, type PointerEvent, useMemo, useState } from "react";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import { overviewPaths, overviewSize } from "../outline/overview-cells.ts";
import styles from "./overview-strip.module.css";
import { place, type TimeWindow } from "./time-axis.tsx";

/** Overview of a whole waterfall. A click scrolls to a row, and dragging selects a time range. */
export function OverviewStrip(props: {
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly whole: TimeWindow;
  readonly shown: TimeWindow;
  readonly visible: { readonly first: number; readonly last: number };
  readonly onChange: (window: TimeWindow) => void;
  readonly onScroll: (row: number) => void;
}) {
  const { outline, rows, whole, shown, visible, onChange, onScroll } = props;
  const t = useThreadText();
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const span = whole.to - whole.from;
  const finish = (event: PointerEvent<HTMLElement>): void => {
    if (drag && Math.abs(drag.to - drag.from) > 0.01) {
      const [least, most] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      onChange({ from: whole.from + least * span, to: whole.from + most * span });
    } else {
      const box = event.currentTarget.getBoundingClientRect();
      onScroll(Math.floor(((event.clientY - box.top) / box.height) * rows.length));
    }
    setDrag(null);
  };
  return (
    <div className={styles.overview}>
      {/* Needs no keyboard support, because the buttons of the axis and the keys of the tree have the same effects. */}
      <div
        className={styles.strip}
        title={t("overviewHint")}
        aria-hidden
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = place(event);
          setDrag({ from: at, to: at });
        }}
        onPointerMove={(event) => drag && setDrag({ from: drag.from, to: place(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      >
        <Picture outline={outline} rows={rows} />
        <span
          className={styles.window}
          style={{
            left: percent((shown.from - whole.from) / span),
            width: percent((shown.to - shown.from) / span),
            top: percent(visible.first / rows.length),
            height: `max(3px, ${percent((visible.last + 1 - visible.first) / rows.length)})`,
          }}
        />
        {drag && (
          <span
            className={styles.drag}
            style={{ left: percent(Math.min(drag.from, drag.to)), width: percent(Math.abs(drag.to - drag.from)) }}
          />
        )}
      </div>
    </div>
  );
}

function percent(part: number): string {
  return `${part * 100}%`;
}

const Picture = memo(function Picture({ outline, rows }: { readonly outline: Outline; readonly rows: Int32Array }) {
  const paths = useMemo(() => overviewPaths(outline, rows), [outline, rows]);
  return (
    <svg viewBox={`0 0 ${overviewSize.width} ${overviewSize.height}`} preserveAspectRatio="none">
      {paths.map(({ look, path }) => (
        <path key={look} d={path} data-look={look} />
      ))}
    </svg>
  );
});
