import type uPlot from "uplot";
import styles from "./dashboard.module.css";
import type { Mark } from "./mark.ts";

export interface MarkButtons {
  readonly title: (mark: Mark) => string;
  readonly onSelect: (mark: Mark) => void;
}

export interface DrawnMarks {
  /** Changes of the application, drawn as dashed vertical lines. */
  readonly marks: readonly Mark[];
  /** Buttons at the top of the marks. Default: none. */
  readonly markButtons?: MarkButtons | undefined;
}

/**
 * Returns the place of a mark on the axis, in epoch seconds. The plot places each value at the start of its bucket, so
 * the axis ends at the start of the last bucket. A mark inside the last bucket is placed at the end of the axis.
 */
function placeOf({ data: [times], scales }: uPlot, time: number): number {
  const [last = 0, previous = last] = [times.at(-1), times.at(-2)];
  const end = Math.max(scales["x"]?.max ?? last, last);
  const seconds = time / 1000;
  return seconds > end && seconds < last + (last - previous) ? end : seconds;
}

/** Draws marks as dashed vertical lines with a triangle at the top. */
export function drawMarks(plot: uPlot, marks: readonly Mark[], color: string): void {
  const { ctx, bbox } = plot;
  const unit = devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.lineWidth = unit;
  ctx.setLineDash([3 * unit, 3 * unit]);
  for (const { time } of marks) {
    const x = Math.round(plot.valToPos(placeOf(plot, time), "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - 4 * unit, bbox.top);
    ctx.lineTo(x + 4 * unit, bbox.top);
    ctx.lineTo(x, bbox.top + 6 * unit);
    ctx.fill();
  }
  ctx.restore();
}

/** Width of the button of a mark, in pixels. It is narrower if the next mark is closer. */
const buttonWidth = 24;

/**
 * Adds a button at the top of each mark, which opens the comparison of the figures before and after the mark. The
 * keyboard cannot reach these buttons, because the list of marks already contains links to the same comparisons.
 */
export function placeMarkButtons(plot: uPlot, latest: { readonly current: DrawnMarks }): void {
  const { marks, markButtons } = latest.current;
  for (const placed of plot.over.querySelectorAll("button")) placed.remove();
  const lefts = marks.map((mark) => plot.valToPos(placeOf(plot, mark.time), "x"));
  for (const [index, mark] of markButtons ? marks.entries() : []) {
    const left = lefts[index] ?? 0;
    if (left < 0 || left > plot.over.clientWidth) continue;
    const distances = lefts.map((other) => Math.abs(other - left)).filter((distance) => distance > 0);
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.className = styles.markButton ?? "";
    button.title = markButtons?.title(mark) ?? "";
    button.style.left = `${left}px`;
    button.style.width = `${Math.min(buttonWidth, ...distances)}px`;
    // The plot must not receive the event: it would start a drag, or open the records at this time.
    button.addEventListener("mousedown", (event) => event.stopPropagation());
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      latest.current.markButtons?.onSelect(mark);
    });
    plot.over.append(button);
  }
}
