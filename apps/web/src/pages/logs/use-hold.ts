import { type FocusEvent, type PointerEvent, useState } from "react";

/** Returns whether the pointer or the focus is inside an element, and the event handlers for that element. */
export function useHold() {
  const [isHeld, setIsHeld] = useState(false);
  return [
    isHeld,
    {
      onPointerEnter: () => setIsHeld(true),
      onPointerLeave({ currentTarget, pointerType }: PointerEvent<HTMLElement>) {
        const focused = currentTarget.querySelector(pointerType === "mouse" ? ":focus-visible" : ":focus");
        if (focused === null) setIsHeld(false);
      },
      onFocus: () => setIsHeld(true),
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) setIsHeld(false);
      },
    },
  ] as const;
}
