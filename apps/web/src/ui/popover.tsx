import { cloneElement, lazy, type ReactElement, Suspense, useState } from "react";
import type { PopoverProps } from "./popover-props.ts";

const load = async () => ({ default: (await import("./open-popover.tsx")).OpenPopover });
const OpenPopover = lazy(load);

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
  // Besides a click, `isOpen` can open the popover, for example on a key press. Once opened, the popover stays mounted,
  // so that the focus is restored when it closes.
  if (props.isOpen && !isAsked) setIsAsked(true);
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenPopover {...props} />
    </Suspense>
  );
}
