import { type CSSProperties, type ReactNode, type RefObject, useMemo } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { useStoredLayout } from "../../../ui/use-stored-layout.ts";
import { useThreadText } from "../messages.ts";
import styles from "./step-rows.module.css";

const panels = ["name", "rest"];
/** Default widths of the name column, in percent. They equal those in `step-rows.module.css`. */
const defaultWidths = { tree: 40, waterfall: 36 };

export interface NameWidth {
  readonly view: "tree" | "waterfall";
  /** CSS variable with the initial width of the column, for all rows. */
  readonly style: CSSProperties;
  readonly layout: ReturnType<typeof useStoredLayout>;
  /** Changes the width of the column in all rows directly, without rendering the rows again. */
  readonly onLayoutChange: (layout: Readonly<Record<string, number>>) => void;
}

export function useNameWidth(view: "tree" | "waterfall", frame: RefObject<HTMLElement | null>): NameWidth {
  const layout = useStoredLayout(`thread.${view}.columns`, panels);
  const width = layout.defaultLayout?.["name"];
  return {
    view,
    layout,
    style: useMemo(() => (width === undefined ? {} : ({ "--name-width": `${width}%` } as CSSProperties)), [width]),
    onLayoutChange({ name }) {
      const initial = width ?? defaultWidths[view];
      // Setting `--name-width` lays out all rows again, which takes time. So it stays unset until the user changes the
      // width.
      const isUnset = frame.current?.style.getPropertyValue("--name-width") === "";
      if (name === undefined || (isUnset && Math.abs(name - initial) < 0.01)) return;
      frame.current?.style.setProperty("--name-width", `${name}%`);
    },
  };
}

export function ColumnHead({
  columns,
  name,
  rest,
}: {
  readonly columns: NameWidth;
  readonly name: ReactNode;
  readonly rest: ReactNode;
}) {
  const t = useThreadText();
  return (
    <div className={styles.axis}>
      <Group orientation="horizontal" disableCursor {...columns.layout} onLayoutChange={columns.onLayoutChange}>
        <Panel id="name" defaultSize={`${defaultWidths[columns.view]}%`} minSize="15%" maxSize="80%">
          {name}
        </Panel>
        <Separator className={styles.divider} aria-label={t("columnWidth")} />
        <Panel id="rest" minSize="20%">
          <div className={styles.rest}>{rest}</div>
        </Panel>
      </Group>
    </div>
  );
}
