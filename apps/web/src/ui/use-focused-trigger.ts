import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Ref for a trigger that replaces the closed one, which had the focus. Focuses it before its popup opens. Otherwise, a
 * dialog around it would take the lost focus, and get it again when the popup closes.
 */
export function useFocusedTrigger(): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => trigger.current?.focus({ preventScroll: true }), []);
  return trigger;
}
