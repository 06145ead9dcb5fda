import type { ReactNode } from "react";
import styles from "./dashboards.module.css";
import { byReading, compact } from "./grid-layout.ts";
import type { Place } from "./widget.ts";

export interface PlacedWidget<Item extends Place> {
  readonly widget: Item;
  /** Index in the stored widgets, which are not sorted by position. */
  readonly index: number;
}

/** Returns the widgets as they are displayed: without overlaps, and in reading order. */
export function arrange<Item extends Place>(widgets: readonly Item[]): PlacedWidget<Item>[] {
  return compact(widgets)
    .map((widget, index) => ({ widget, index }))
    .toSorted((one, other) => byReading(one.widget, other.widget));
}

/** Widgets in a grid of 12 columns. On narrow screens, they are below one another. */
export function WidgetGrid<Item extends Place>({
  widgets,
  children,
}: {
  readonly widgets: readonly Item[];
  readonly children: (placed: PlacedWidget<Item>) => ReactNode;
}) {
  return (
    <div className={styles.grid}>
      {arrange(widgets).map((placed) => {
        const { column, row, width, height } = placed.widget;
        const place = { "--column": column + 1, "--row": row + 1, "--width": width, "--height": height };
        return (
          // oxlint-disable-next-line react/no-array-index-key -- widgets have no ids
          <div key={placed.index} className={styles.cell} style={place as object}>
            {children(placed)}
          </div>
        );
      })}
    </div>
  );
}
