import { type ReactNode, useCallback, useState } from "react";
import { GridLayout, type Layout } from "react-grid-layout";
import { useWidth } from "../../ui/use-width.ts";
import styles from "./dashboards.module.css";
import { gridColumns, maxHeight, minSize } from "./grid-layout.ts";
import type { Place } from "./widget.ts";
import { arrange, type PlacedWidget } from "./widget-grid.tsx";

const grid = { cols: gridColumns, rowHeight: 40, margin: [12, 12], containerPadding: [0, 0] } as const;

export function EditableGrid<Item extends Place>({
  widgets,
  onArrange,
  children,
}: {
  readonly widgets: readonly Item[];
  readonly onArrange: (arrange: (newest: readonly Item[]) => Item[]) => void;
  readonly children: (placed: PlacedWidget<Item>) => ReactNode;
}) {
  const [width, measure] = useWidth();
  // The widgets are laid out once the width is known. Otherwise, they would first be wider than the page.
  const [isMeasured, setIsMeasured] = useState(false);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setIsMeasured(element !== null);
      return measure(element);
    },
    [measure],
  );
  const placed = arrange(widgets);
  const layout = placed.map(({ widget: { column, row, width: w, height: h }, index }) => {
    return { i: String(index), x: column, y: row, w, h, minW: minSize, minH: minSize, maxH: maxHeight };
  });
  const save = (next: Layout): void => {
    const byIndex = new Map(next.map((item) => [Number(item.i), item]));
    const move = (widget: Item, index: number): Item => {
      const item = byIndex.get(index);
      return item ? { ...widget, column: item.x, row: item.y, width: item.w, height: item.h } : widget;
    };
    const isChanged = widgets.some((widget, index) => !isSamePlace(widget, move(widget, index)));
    if (isChanged) onArrange((newest) => newest.map(move));
  };
  return (
    <div ref={ref} className={styles.editable}>
      {/* The drag library adds a style element, which trusted types reject, unless an element has this id. */}
      <span id="react-draggable-style-el" hidden />
      {isMeasured && (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={grid}
          dragConfig={{ handle: "[data-drag]" }}
          onDragStop={save}
          onResizeStop={save}
        >
          {placed.map((each) => (
            <div key={each.index} className={styles.editableCell}>
              {children(each)}
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}

function isSamePlace(one: Place, other: Place): boolean {
  return (
    one.column === other.column && one.row === other.row && one.width === other.width && one.height === other.height
  );
}
