import { useEffect, useLayoutEffect, useRef } from "react";
import uPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- the style sheet of the charts
import "uplot/dist/uPlot.min.css";
import { axisRange, labelSpace } from "./axis-range.ts";
import styles from "./dashboard.module.css";
import { gapsOverADay } from "./plot-gaps.ts";
import { drawMarks, type DrawnMarks, placeMarkButtons } from "./plot-marks.ts";
import { useColors } from "./use-colors.ts";

export interface PlotLine {
  readonly name: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
  /**
   * Number of records behind each value. The line is then faint, and each value has a dot whose area grows with this
   * number.
   */
  readonly counts?: readonly (number | null)[] | undefined;
}

export type PlotKind = "line" | "area" | "bar";

export interface PlotProps extends DrawnMarks {
  readonly kind?: PlotKind | undefined;
  /** Whether the plot fills its parent. Default: it has a fixed height. */
  readonly fills?: boolean | undefined;
  readonly isSmall?: boolean | undefined;
  /**
   * Bounds of the value axis. By default, the axis ends at the largest value, and starts at 0 or, if there are negative
   * values, at the smallest value.
   */
  readonly bounds?: readonly [low: number, high: number] | null | undefined;
  /** Times of the values in epoch seconds, ascending. */
  readonly times: readonly number[];
  readonly lines: readonly PlotLine[];
  /** Indexes of the times whose values only count a part of their interval. Their background is shaded. */
  readonly partial?: readonly number[] | undefined;
  /** Allowed distances between axis labels, ascending. */
  readonly increments: number[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (seconds: number) => string;
  /**
   * Called with the index of the time at the pointer, and with null when the pointer leaves the plot. `left` is the
   * position of the time in the plot, in pixels; null if the pointer is over another chart of the page.
   */
  readonly onPoint: (index: number | null, left: number | null) => void;
  /** Called on a click, with the index of the time and the index of the nearest line. */
  readonly onOpen: (index: number, line: number) => void;
  /** Called after a drag, with the selected times in epoch seconds. */
  readonly onZoom: (from: number, to: number) => void;
}

const usualHeight = 200;
const smallHeight = 120;
const topPadding = 8;
const timeAxisHeight = 32;
/** Height of a chart that its plot does not use, in pixels. */
const aroundPlot = topPadding + timeAxisHeight;

/**
 * A chart on a canvas. The charts of a page share the crosshair. Callers also render the values as text, because a
 * canvas is not accessible.
 */
export function Plot(props: PlotProps) {
  const { times, lines, marks, kind = "line", fills = false, isSmall = false } = props;
  const [low, high] = props.bounds ?? [null, null];
  const holder = useRef<HTMLDivElement>(null);
  const shown = useRef<uPlot>(null);
  const color = useColors();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const drawn = kind === "area" ? stack(lines) : lines.map((line, index) => ({ ...line, index }));
    const size = () => ({
      width: element.clientWidth,
      height: fills ? element.clientHeight : isSmall ? smallHeight : usualHeight,
    });
    const bounds = low === null || high === null ? null : ([low, high] as const);
    const options = createOptions({ ...size(), kind, times, lines: drawn, color, latest, bounds });
    const data: uPlot.AlignedData = [[...times], ...drawn.map(({ values }) => [...values])];
    const plot = new uPlot(options, data, element);
    shown.current = plot;
    const resize = new ResizeObserver(() => plot.setSize(size()));
    resize.observe(element);
    // If a font loads after the axes were drawn, the canvas still shows the text in the fallback font. The plot is
    // therefore drawn again.
    const redraw = () => plot.redraw(false);
    document.fonts.addEventListener("loadingdone", redraw);
    const stopClicks = listenForClicks(plot, drawn, latest);
    return () => {
      resize.disconnect();
      document.fonts.removeEventListener("loadingdone", redraw);
      stopClicks();
      plot.destroy();
    };
  }, [times, lines, kind, fills, isSmall, low, high, color]);
  useEffect(() => shown.current?.redraw(false), [marks]);
  return <div ref={holder} className={styles.plot} data-fills={fills || undefined} aria-hidden />;
}

interface DrawnPlotLine extends PlotLine {
  readonly index: number;
}

function isDotted({ counts }: PlotLine): boolean {
  return counts !== undefined;
}

/**
 * Stacks lines: adds the values of all preceding lines to the values of each line. Returns the topmost line first.
 * Because the plot fills each area down to 0, the topmost area must be drawn first, and each lower area over it.
 */
function stack(lines: readonly PlotLine[]): DrawnPlotLine[] {
  let below: readonly number[] = [];
  const sums = lines.map((line, index) => {
    const values = line.values.map((value, place) => (value ?? 0) + (below[place] ?? 0));
    below = values;
    return { ...line, values, index };
  });
  return sums.toReversed();
}

interface Latest {
  readonly current: PlotProps;
}

function createOptions(options: {
  readonly width: number;
  readonly height: number;
  readonly kind: PlotKind;
  readonly times: readonly number[];
  readonly lines: readonly DrawnPlotLine[];
  readonly color: (token: string) => string;
  readonly latest: Latest;
  readonly bounds: readonly [low: number, high: number] | null;
}): uPlot.Options {
  const { width, height, kind, times, lines, color, latest, bounds } = options;
  const half = ((times[1] ?? 0) - (times[0] ?? 0)) / 2 || 1;
  const axis = {
    stroke: color("--text-muted"),
    grid: { stroke: color("--border"), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
  return {
    width,
    height,
    // Leaves space for the last time label, half of which extends beyond the plot.
    padding: [topPadding, 32, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, y: false, points: { size: 7 }, sync: crosshair },
    scales: {
      x: {
        time: true,
        // The time of a bar is its center, so the range needs half a bar more at both ends.
        ...(kind === "bar" && {
          range: (_plot: uPlot, low: number, high: number) => [low - half, high + half] as const,
        }),
      },
      y: {
        range: (plot, low, high) =>
          bounds === null
            ? axisRange([low, high], { increments: latest.current.increments, height: plot.height - aroundPlot })
            : widened(bounds),
      },
    },
    axes: [
      {
        ...axis,
        size: timeAxisHeight,
        gap: 9,
        space: 90,
        values: (_plot, splits) => splits.map((split) => latest.current.formatTime(split)),
      },
      {
        ...axis,
        size: (plot, labels) => Math.max(18, ...(labels ?? []).map((label) => widthOf(plot, label, axis.font))) + 14,
        space: labelSpace,
        incrs: latest.current.increments,
        values: (_plot, splits) => splits.map((split) => latest.current.formatValue(split)),
      },
    ],
    series: [
      {},
      ...lines.map((line): uPlot.Series => ({
        label: line.name,
        stroke: color(line.color),
        width: kind === "bar" ? 0 : 1.5,
        alpha: isDotted(line) ? 0.35 : 1,
        // The dots of a line show values between two gaps.
        spanGaps: !isDotted(line),
        gaps: (plot, _line, _from, _to, gaps) => gapsOverADay(gaps, (position) => plot.posToVal(position, "x", true)),
        points: {
          show: kind === "line" && !isDotted(line) && line.values.filter((value) => value !== null).length < 16,
          size: 5,
          fill: color(line.color),
        },
        ...(kind === "area" && { fill: color(`color-mix(in srgb, var(${line.color}) 32%, var(--background-raised))`) }),
        ...(kind === "bar" && { fill: color(line.color), ...(bars && { paths: bars({ size: [0.7, 48] }) }) }),
      })),
    ],
    hooks: {
      drawClear: [
        (plot) => shadePartial(plot, { partial: latest.current.partial ?? [], half: kind === "bar" ? half : 0, color }),
      ],
      drawAxes: [(plot) => drawMarks(plot, latest.current.marks, color("--step-tool"))],
      draw: [(plot) => drawCounts(plot, lines.filter(isDotted), color), (plot) => placeMarkButtons(plot, latest)],
      setCursor: [
        (plot) => {
          const index = plot.cursor.idx ?? null;
          const isOver = index !== null && plot.over.matches(":hover");
          const left = plot.over.offsetLeft + plot.valToPos(times[index ?? 0] ?? 0, "x");
          latest.current.onPoint(index, isOver ? Math.round(left) : null);
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width: length } = plot.select;
          if (length < 4) return;
          latest.current.onZoom(plot.posToVal(left, "x"), plot.posToVal(left + length, "x"));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/**
 * Shades the values at the start and the end that only count a part of their interval. The shaded area is as wide as
 * the bar. For a line, it reaches to the neighboring value.
 */
function shadePartial(
  plot: uPlot,
  options: { readonly partial: readonly number[]; readonly half: number; readonly color: (token: string) => string },
): void {
  const { partial, half, color } = options;
  const { ctx, bbox } = plot;
  const [times] = plot.data;
  ctx.save();
  ctx.fillStyle = color("--background-hover");
  for (const index of partial) {
    const time = times[index] ?? 0;
    const neighbor = times[index === 0 ? 1 : index - 1] ?? time;
    const [one, other] = half > 0 ? [time - half, time + half] : [time, neighbor];
    const ends = [one, other].map((end) =>
      Math.min(Math.max(plot.valToPos(end, "x", true), bbox.left), bbox.left + bbox.width),
    );
    ctx.fillRect(Math.min(...ends), bbox.top, Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)), bbox.height);
  }
  ctx.restore();
}

const dotRadius = 4;

/** Draws a dot at each value of lines with counts. The largest count has the largest dot. */
function drawCounts(plot: uPlot, lines: readonly DrawnPlotLine[], color: (token: string) => string): void {
  const { ctx } = plot;
  const [times] = plot.data;
  const most = Math.max(1, ...lines.flatMap(({ counts = [] }) => counts.map((count) => count ?? 0)));
  ctx.save();
  for (const { values, counts, color: token } of lines) {
    ctx.fillStyle = color(token);
    for (const [index, value] of values.entries()) {
      const count = counts?.[index] ?? 0;
      if (value === null || count === 0) continue;
      ctx.beginPath();
      const radius = Math.max(1.25, dotRadius * Math.sqrt(count / most)) * uPlot.pxRatio;
      ctx.arc(plot.valToPos(times[index] ?? 0, "x", true), plot.valToPos(value, "y", true), radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  ctx.restore();
}

function widened([low, high]: readonly [number, number]): [number, number] {
  const space = (high - low) * 0.03;
  return [low < 0 ? low - space : low, high + space];
}

function widthOf({ ctx }: uPlot, label: string, font: string): number {
  ctx.save();
  ctx.font = font;
  const { width } = ctx.measureText(label);
  ctx.restore();
  return Math.ceil(width);
}

const { bars } = uPlot.paths;

/** Shares the position of the pointer with the other charts. Clicks and drags are not shared. */
const crosshair: uPlot.Cursor.Sync = {
  key: "dashboard",
  setSeries: false,
  scales: ["x", null],
  filters: { pub: (type) => type === "mousemove" || type === "mouseleave" },
};

/** Calls `onOpen` for clicks on the plot. Ignores a click at the end of a drag. */
function listenForClicks(plot: uPlot, lines: readonly DrawnPlotLine[], latest: Latest): () => void {
  let start = 0;
  const down = (event: MouseEvent): void => {
    start = event.clientX;
  };
  const click = (event: MouseEvent): void => {
    const { idx, top = 0 } = plot.cursor;
    if (idx === null || idx === undefined || Math.abs(event.clientX - start) > 3) return;
    const distances = lines.map(({ values }) => {
      const value = values[idx];
      return value === null || value === undefined ? Infinity : Math.abs(plot.valToPos(value, "y") - top);
    });
    const nearest = lines[Math.max(distances.indexOf(Math.min(...distances)), 0)];
    if (nearest) latest.current.onOpen(idx, nearest.index);
  };
  plot.over.addEventListener("mousedown", down);
  plot.over.addEventListener("click", click);
  return () => {
    plot.over.removeEventListener("mousedown", down);
    plot.over.removeEventListener("click", click);
  };
}
