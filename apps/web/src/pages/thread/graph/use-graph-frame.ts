import { type PointerEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef } from "react";

/** Zoom factor of a wheel event per pixel. */
const wheelFactor = 0.002;

/**
 * Zooms and moves a graph in its frame, which scrolls. The wheel with Ctrl, or a pinch on a touchpad, zooms at the
 * pointer; other changes of the scale keep the center. Dragging the background with a mouse scrolls.
 */
export function useGraphFrame({
  frame,
  onZoom,
}: {
  readonly frame: RefObject<HTMLElement | null>;
  /** Zooms by a factor. Returns whether the scale changes. It does not change if it is already at its limit. */
  readonly onZoom: (factor: number) => boolean;
}): {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Scrolls to the same part of the graph. Called when the graph has a new scale, before it is painted. */
  readonly onScaled: (scale: number) => void;
} {
  // Point of the frame, in pixels, that shows the same part of the graph before and after the next change of the scale.
  // Null for the center of the frame.
  const fixed = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const before = useRef<number | null>(null);
  const zoom = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey || frame.current === null) return;
    event.preventDefault();
    const { left, top } = frame.current.getBoundingClientRect();
    const isChanged = onZoom(Math.exp(-event.deltaY * wheelFactor));
    fixed.current = isChanged ? { x: event.clientX - left, y: event.clientY - top } : null;
  });
  useEffect(() => {
    const element = frame.current;
    // Added without React, because a React listener for the wheel is passive: it cannot prevent the browser from
    // zooming the page.
    const listen = (event: WheelEvent): void => zoom(event);
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [frame]);
  const onScaled = useCallback(
    (scale: number) => {
      const element = frame.current;
      const ratio = scale / (before.current ?? scale);
      before.current = scale;
      if (element === null || ratio === 1) return;
      const { x, y } = fixed.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
      fixed.current = null;
      element.scrollTo({ left: (element.scrollLeft + x) * ratio - x, top: (element.scrollTop + y) * ratio - y });
    },
    [frame],
  );
  return {
    onScaled,
    onPointerDown(event) {
      const { target, currentTarget, pointerId, clientX, clientY } = event;
      const isOnNode = target instanceof Element && target.closest("button") !== null;
      if (event.pointerType !== "mouse" || event.button !== 0 || isOnNode) return;
      const { scrollLeft, scrollTop } = currentTarget;
      const drag = (move: globalThis.PointerEvent): void =>
        currentTarget.scrollTo(scrollLeft + clientX - move.clientX, scrollTop + clientY - move.clientY);
      currentTarget.setPointerCapture(pointerId);
      currentTarget.addEventListener("pointermove", drag);
      currentTarget.addEventListener(
        "lostpointercapture",
        () => currentTarget.removeEventListener("pointermove", drag),
        { once: true },
      );
    },
  };
}
