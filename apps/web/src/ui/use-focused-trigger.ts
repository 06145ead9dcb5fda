import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Ref for the trigger that replaces a closed popup's trigger once the code of the popup is loaded. The new trigger gets
 * the focus before the popup opens. Otherwise, a dialog around it would get the focus, also when the popup closes.
 */
export function useFocusedTrigger(): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => trigger.current?.focus({ preventScroll: true }), []);
  return trigger;
}
