import { cloneElement, lazy, type ReactElement, Suspense, useState } from "react";
import type { PopoverProps } from "./popover-props.ts";

const load = async () => ({ default: (await import("./open-popover.tsx")).OpenPopover });
const OpenPopover = lazy(load);

/**
 * A popup next to its trigger that stays open until it is dismissed. The code is loaded when the trigger is first used.
 */
export function Popover(props: PopoverProps) {
  const [isAsked, setIsAsked] = useState(false);
  const closed = cloneElement(props.trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => {
      setIsAsked(true);
      props.onOpenChange?.(true);
    },
    onFocus: () => void load(),
    onPointerEnter: () => void load(),
  });
  // The popover may also be opened by a key. After it was opened once, it stays mounted, so that it can return the
  // focus.
  if (props.isOpen && !isAsked) setIsAsked(true);
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenPopover {...props} />
    </Suspense>
  );
}
