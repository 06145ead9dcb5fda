import styles from "./layout-picture.module.css";
import type { Place, Widget } from "./widget.ts";
import { arrange } from "./widget-grid.tsx";

export type DrawnWidget = Place & Pick<Widget, "chart" | "groupBy">;

const cell = { width: 10, height: 5.5 };
const gap = 1;
const size = { width: 12 * cell.width + gap, height: 13 * cell.height };
const values = [0.3, 0.55, 0.4, 0.75, 0.6, 0.9, 0.7];

/** Small drawing of a dashboard. It shows the places of the widgets and their kinds of chart, with invented values. */
export function LayoutPicture({ widgets }: { readonly widgets: readonly DrawnWidget[] }) {
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
      {arrange(widgets)
        .filter(({ widget }) => widget.row * cell.height < size.height)
        .map(({ widget, index }) => {
          const x = widget.column * cell.width + gap;
          const y = widget.row * cell.height + gap;
          const width = widget.width * cell.width - gap;
          const height = widget.height * cell.height - gap;
          return (
            <g key={index} transform={`translate(${x} ${y})`}>
              <rect className={styles.widget} width={width} height={height} rx={1.5} />
              <g transform="translate(3 3)">
                <Chart {...widget} width={width - 6} height={height - 6} />
              </g>
            </g>
          );
        })}
    </svg>
  );
}

function Chart({ chart, groupBy, width, height }: Pick<DrawnWidget, "chart" | "groupBy" | "height" | "width">) {
  const step = width / (values.length - 1);
  const line = values.map((value, index) => `${index * step},${height * (1 - value)}`).join(" ");
  switch (chart) {
    case "number":
      return (
        <>
          <rect className={styles.value} width={width * 0.45} height={height * 0.35} />
          <polyline className={styles.line} points={line} transform={`translate(0 ${height * 0.5}) scale(1 0.5)`} />
        </>
      );
    case "area":
      return (
        <>
          <polygon className={styles.area} points={`0,${height} ${line} ${width},${height}`} />
          <polyline className={styles.line} points={line} />
        </>
      );
    case "line":
      return (
        <>
          <polyline className={styles.other} points={line} transform={`translate(0 ${height}) scale(1 -0.7)`} />
          <polyline className={styles.line} points={line} />
        </>
      );
    case "bar":
      return groupBy === null
        ? values.map((value, index) => (
            <rect
              key={value}
              className={styles.bar}
              x={(index * width) / values.length}
              y={height * (1 - value)}
              width={width / values.length - 1}
              height={height * value}
            />
          ))
        : [1, 0.7, 0.5, 0.25].map((value, index) => (
            <rect
              key={value}
              className={styles.bar}
              y={(index * height) / 4}
              width={width * value}
              height={Math.max(height / 4 - 1.5, 0.5)}
            />
          ));
    case "heatMap":
      return [0, 1, 2].flatMap((row) =>
        values.map((value, column) => (
          <rect
            key={`${row} ${column}`}
            className={styles.bar}
            opacity={0.15 + (0.8 * (value * (row + 1))) / 3}
            x={(column * width) / values.length}
            y={(row * height) / 3}
            width={width / values.length - 1}
            height={height / 3 - 1}
          />
        )),
      );
    case "table":
      return [0, 1, 2, 3].map((row) => (
        <g key={row} className={row === 0 ? styles.bar : styles.row}>
          <rect y={(row * height) / 4} width={width * 0.3} height={1.6} />
          <rect x={width * 0.55} y={(row * height) / 4} width={width * 0.15} height={1.6} />
          <rect x={width * 0.85} y={(row * height) / 4} width={width * 0.15} height={1.6} />
        </g>
      ));
  }
}
