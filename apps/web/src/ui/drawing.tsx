import { type ComponentType, lazy, Suspense } from "react";
import type { DrawingName } from "./drawing-shapes.tsx";
import styles from "./page-state.module.css";

/** The shapes are loaded when they are needed, so that pages with records load less. Without them, the page works. */
const Shapes = lazy<ComponentType<{ readonly name: DrawingName }>>(() =>
  import("./drawing-shapes.tsx").then(
    ({ DrawingShapes }) => ({ default: DrawingShapes }),
    () => ({ default: () => null }),
  ),
);

/** Drawing of an empty state, in the colors of the theme. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 120 80" width="120" height="80" aria-hidden>
      <Suspense fallback={null}>
        <Shapes name={name} />
      </Suspense>
    </svg>
  );
}
