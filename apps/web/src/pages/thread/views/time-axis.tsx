import { Maximize2, Route, ZoomIn, ZoomOut } from "lucide-react";
import { type PointerEvent, useState } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { IconButton } from "../../../ui/button.tsx";
import { useThreadText } from "../messages.ts";
import { ColumnHead, type NameWidth } from "./column-head.tsx";
import styles from "./step-rows.module.css";

/** Time range in a thread, in milliseconds after the thread's start. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const ticks = [0, 0.25, 0.5, 0.75, 1];

/** Time axis, on which a visible range is selected by dragging or with buttons. */
export function TimeAxis(props: {
  readonly whole: TimeWindow;
  readonly shown: TimeWindow;
  readonly columns: NameWidth;
  readonly isCritical: boolean;
  readonly onCritical: (isCritical: boolean) => void;
  readonly onChange: (window: TimeWindow | null) => void;
}) {
  const { whole, shown, onChange } = props;
  const t = useThreadText();
  const formats = useFormats();
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const span = shown.to - shown.from;
  const zoom = (factor: number): void => {
    const middle = shown.from + span / 2;
    const half = Math.min((span * factor) / 2, (whole.to - whole.from) / 2);
    const from = Math.max(middle - half, whole.from);
    onChange(half * 2 >= whole.to - whole.from ? null : { from, to: Math.min(from + half * 2, whole.to) });
  };
  const finish = (): void => {
    if (drag && Math.abs(drag.to - drag.from) > 0.01) {
      const [least, most] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      onChange({ from: shown.from + least * span, to: shown.from + most * span });
    }
    setDrag(null);
  };
  return (
    <ColumnHead
      columns={props.columns}
      name={
        <span className={styles.zoom}>
          <IconButton size="small" label={t("zoomIn")} onClick={() => zoom(0.5)}>
            <ZoomIn size={14} />
          </IconButton>
          <IconButton size="small" label={t("zoomOut")} onClick={() => zoom(2)}>
            <ZoomOut size={14} />
          </IconButton>
          <IconButton size="small" label={t("zoomReset")} onClick={() => onChange(null)}>
            <Maximize2 size={14} />
          </IconButton>
          <IconButton
            size="small"
            label={t("criticalPath")}
            title={t("criticalPathHint")}
            isPressed={props.isCritical}
            onClick={() => props.onCritical(!props.isCritical)}
          >
            <Route size={14} />
          </IconButton>
        </span>
      }
      rest={
        <div
          className={styles.ticks}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            const at = place(event);
            setDrag({ from: at, to: at });
          }}
          onPointerMove={(event) => drag && setDrag({ from: drag.from, to: place(event) })}
          onPointerUp={finish}
          onPointerCancel={() => setDrag(null)}
        >
          {ticks.map((at) => (
            <span key={at} className={styles.tick} style={{ left: `${at * 100}%` }} data-at={at}>
              {formats.duration((shown.from + at * span) / 1000)}
            </span>
          ))}
          {drag && (
            <span
              className={styles.drag}
              style={{
                left: `${Math.min(drag.from, drag.to) * 100}%`,
                width: `${Math.abs(drag.to - drag.from) * 100}%`,
              }}
            />
          )}
        </div>
      }
    />
  );
}

/** Returns the horizontal position of the pointer in an element, from 0 to 1. */
export function place(event: PointerEvent<HTMLElement>): number {
  const box = event.currentTarget.getBoundingClientRect();
  return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
}
