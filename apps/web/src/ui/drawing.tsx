import type { DrawingName } from "./drawing-shapes.tsx";
import { onDemand } from "./on-demand.tsx";
import styles from "./page-state.module.css";

/** The shapes are loaded when they are needed, so that pages with records load less. Without them, the page works. */
const Shapes = onDemand<{ readonly name: DrawingName }>(() =>
  import("./drawing-shapes.tsx").then(
    ({ DrawingShapes }) => DrawingShapes,
    () => () => null,
  ),
);

/** Drawing of an empty state, in the colors of the theme. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 120 80" width="120" height="80" aria-hidden>
      <Shapes name={name} />
    </svg>
  );
}
