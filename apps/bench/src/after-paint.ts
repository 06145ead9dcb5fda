/** The `globalThis` of a page in which {@link defineAfterPaint} ran. */
export type PaintedPage = typeof globalThis & {
  /** Calls back after the next frame is painted. `now` is in milliseconds since the start of the navigation. */
  afterPaint: (note: (now: number) => void) => void;
};

/** Runs in the page, before its scripts. Defines `afterPaint`. */
export function defineAfterPaint(): void {
  (globalThis as PaintedPage).afterPaint = (note) => {
    requestAnimationFrame(() => {
      // A message that is posted in an animation frame is handled after that frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => note(performance.now()), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  };
}
