import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { type Bar, joinBars } from "./bars.ts";
import styles from "./histogram.module.css";
import { useHistogramText } from "./messages.ts";

export function BrushBars({
  bars,
  most,
  isDisabled,
  labels,
  onShow,
  onNarrow,
}: {
  readonly bars: readonly Bar[];
  readonly most: number;
  readonly isDisabled: boolean;
  /** Texts of the bars, in their order. */
  readonly labels: readonly string[];
  /** Called with the first and last index of the bars that are hovered, focused or selected; null if there are none. */
  readonly onShow: (range: readonly [number, number] | null) => void;
  readonly onNarrow: (range: Bar) => void;
}) {
  const t = useHistogramText();
  const hint = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [selected, setSelected] = useState<readonly [anchor: number, at: number] | null>(null);
  const active = Math.min(current, bars.length - 1);
  const select = (range: readonly [number, number] | null): void => {
    setSelected(range);
    onShow(range);
  };
  const narrow = (one: number, other: number): void => {
    const range = joinBars(bars, one, other);
    select(null);
    if (range && range.count > 0 && !isDisabled) onNarrow(range);
  };
  const isSelected = (index: number): boolean =>
    selected !== null && index >= Math.min(...selected) && index <= Math.max(...selected);

  const indexAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {};
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * bars.length), 0), bars.length - 1);
  };
  const isDragged = (event: PointerEvent): boolean => frame.current?.hasPointerCapture(event.pointerId) === true;
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || isDisabled) return;
    frame.current?.setPointerCapture(event.pointerId);
    select([indexAt(event), indexAt(event)]);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const index = indexAt(event);
    if (isDragged(event) && selected !== null) select([selected[0], index]);
    else onShow([index, index]);
  };
  const onPointerUp = (event: PointerEvent): void => {
    if (isDragged(event) && selected !== null) narrow(selected[0], indexAt(event));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: active - 1,
      ArrowRight: active + 1,
      Home: 0,
      End: bars.length - 1,
    };
    const place = places[event.key];
    if (place !== undefined) {
      const next = Math.min(Math.max(place, 0), bars.length - 1);
      select(event.shiftKey ? [selected?.[0] ?? active, next] : null);
      setCurrent(next);
      frame.current?.querySelectorAll<HTMLElement>("[role=option]")[next]?.focus();
    } else if (event.key === "Enter" || event.key === " ") narrow(...(selected ?? [active, active]));
    else if (event.key === "Escape" && selected !== null) {
      setSelected(null);
      onShow([active, active]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div
        ref={frame}
        role="listbox"
        tabIndex={-1}
        aria-label={t("overTime")}
        aria-describedby={hint}
        aria-multiselectable
        aria-orientation="horizontal"
        className={styles.bars}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => select(null)}
        onPointerLeave={() => onShow(null)}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) select(null);
        }}
      >
        {bars.map((bar, index) => (
          <div
            // The key is the index, so that React reuses the elements when the range changes. The focus then stays on
            // the bar at the same position.
            key={index}
            role="option"
            aria-label={labels[index]}
            aria-selected={isSelected(index)}
            tabIndex={index === active ? 0 : -1}
            className={styles.slot}
            onFocus={() => {
              setCurrent(index);
              if (selected === null) onShow([index, index]);
            }}
          >
            <span
              className={styles.bar}
              data-some={bar.count > 0 || undefined}
              style={{ height: shareOf(bar.count, most) }}
            >
              <span
                className={styles.failed}
                data-some={bar.failed > 0 || undefined}
                style={{ height: shareOf(bar.failed, bar.count) }}
              />
            </span>
          </div>
        ))}
      </div>
      <span id={hint} hidden>
        {t("hint")}
      </span>
    </>
  );
}

function shareOf(part: number, whole: number): string {
  return `${whole === 0 ? 0 : (part / whole) * 100}%`;
}
