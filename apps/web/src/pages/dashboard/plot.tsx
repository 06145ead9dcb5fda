import { useEffect, useLayoutEffect, useRef } from "react";
import uPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- the style sheet of the charts
import "uplot/dist/uPlot.min.css";
import styles from "./dashboard.module.css";
import { useColors } from "./use-colors.ts";

export interface PlotLine {
  readonly name: string;
  /** Name of its color token. */
  readonly color: string;
  readonly values: readonly (number | null)[];
}

export interface PlotProps {
  /** Epoch seconds, ascending. */
  readonly times: readonly number[];
  readonly lines: readonly PlotLine[];
  /** Possible distances of axis labels, ascending. */
  readonly increments: number[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (seconds: number) => string;
  /** Time at the pointer; null when it is elsewhere. */
  readonly onPoint: (index: number | null) => void;
  /** Called on a click with the time and the nearest line. */
  readonly onOpen: (index: number, line: number) => void;
  /** Called on a drag, with epoch seconds. */
  readonly onZoom: (from: number, to: number) => void;
}

const height = 160;

/** Line chart on a canvas; its content is also available as text. */
export function Plot(props: PlotProps) {
  const { times, lines } = props;
  const holder = useRef<HTMLDivElement>(null);
  const color = useColors();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const options = createOptions({ width: element.clientWidth, lines, color, latest });
    const data: uPlot.AlignedData = [[...times], ...lines.map(({ values }) => [...values])];
    const plot = new uPlot(options, data, element);
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    // The font may load after the axes are drawn.
    const redraw = () => plot.redraw(false);
    document.fonts.addEventListener("loadingdone", redraw);
    const stopClicks = listenForClicks(plot, latest);
    return () => {
      resize.disconnect();
      document.fonts.removeEventListener("loadingdone", redraw);
      stopClicks();
      plot.destroy();
    };
  }, [times, lines, color]);
  return <div ref={holder} className={styles.plot} aria-hidden />;
}

interface Latest {
  readonly current: PlotProps;
}

function createOptions(options: {
  readonly width: number;
  readonly lines: readonly PlotLine[];
  readonly color: (token: string) => string;
  readonly latest: Latest;
}): uPlot.Options {
  const { width, lines, color, latest } = options;
  const axis = {
    stroke: color("--text-muted"),
    grid: { stroke: color("--border"), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
  return {
    width,
    height,
    // Half of the last time label extends beyond the plot.
    padding: [8, 32, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, y: false, points: { size: 7 } },
    scales: { x: { time: true }, y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.05 : 1] } },
    axes: [
      {
        ...axis,
        size: 32,
        gap: 9,
        space: 90,
        values: (_plot, splits) => splits.map((split) => latest.current.formatTime(split)),
      },
      {
        ...axis,
        size: 76,
        space: 36,
        incrs: latest.current.increments,
        values: (_plot, splits) => splits.map((split) => latest.current.formatValue(split)),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.name,
        stroke: color(line.color),
        width: 1.5,
        spanGaps: true,
        points: { show: line.values.filter((value) => value !== null).length < 16, size: 5, fill: color(line.color) },
      })),
    ],
    hooks: {
      setCursor: [(plot) => latest.current.onPoint(plot.cursor.idx ?? null)],
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

/** Distinguishes clicks from drags by movement. */
function listenForClicks(plot: uPlot, latest: Latest): () => void {
  let start = 0;
  const down = (event: MouseEvent): void => {
    start = event.clientX;
  };
  const click = (event: MouseEvent): void => {
    const { idx, top = 0 } = plot.cursor;
    if (idx === null || idx === undefined || Math.abs(event.clientX - start) > 3) return;
    const distances = latest.current.lines.map(({ values }) => {
      const value = values[idx];
      return value === null || value === undefined ? Infinity : Math.abs(plot.valToPos(value, "y") - top);
    });
    latest.current.onOpen(idx, Math.max(distances.indexOf(Math.min(...distances)), 0));
  };
  plot.over.addEventListener("mousedown", down);
  plot.over.addEventListener("click", click);
  return () => {
    plot.over.removeEventListener("mousedown", down);
    plot.over.removeEventListener("click", click);
  };
}
