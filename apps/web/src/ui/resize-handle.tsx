import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { classes } from "./classes.ts";
import styles from "./resize-handle.module.css";

const step = 16;
const largeStep = 64;

/** Vertical edge that changes a width by dragging, or with the arrow keys. */
export function ResizeHandle({
  label,
  width,
  min,
  max,
  isLeading = false,
  onResize,
  onReset,
  className,
}: {
  readonly label: string;
  /** Width in pixels, as are `min` and `max`. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /**
   * Whether the handle is at the left edge of the panel. Dragging the handle to the left then makes the panel wider.
   */
  readonly isLeading?: boolean | undefined;
  /** Called with `isDone` false while the user drags, and once with `isDone` true at the end. */
  readonly onResize: (width: number, isDone: boolean) => void;
  /** Resets the width on a double click. */
  readonly onReset?: (() => void) | undefined;
  readonly className?: string | undefined;
}) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const sign = isLeading ? -1 : 1;
  const limited = (wanted: number): number => Math.round(Math.min(Math.max(wanted, min), max));
  const widthAt = ({ clientX }: PointerEvent, from: { readonly x: number; readonly width: number }): number =>
    limited(from.width + sign * (clientX - from.x));
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? largeStep : step;
    const widths: Readonly<Record<string, number>> = {
      ArrowLeft: width - sign * by,
      ArrowRight: width + sign * by,
      Home: min,
      End: max,
    };
    const wanted = widths[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(limited(wanted), true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a widget
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={limited(width)}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      className={classes(styles.handle, className)}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current) onResize(widthAt(event, start.current), false);
      }}
      onPointerUp={(event) => {
        const from = start.current;
        start.current = null;
        if (from && event.clientX !== from.x) onResize(widthAt(event, from), true);
      }}
      onPointerCancel={() => {
        if (start.current) onResize(start.current.width, true);
        start.current = null;
      }}
    />
  );
}
