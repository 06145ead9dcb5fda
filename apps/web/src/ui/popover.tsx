import { cloneElement, type ReactElement, useState } from "react";
import { onDemand } from "./on-demand.tsx";
import type { PopoverProps } from "./popover-props.ts";

const OpenPopover = onDemand(async () => (await import("./open-popover.tsx")).OpenPopover);

export function Popover(props: PopoverProps) {
  const [isAsked, setIsAsked] = useState(false);
  const closed = cloneElement(props.trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => {
      setIsAsked(true);
      props.onOpenChange?.(true);
    },
    onFocus: () => void OpenPopover.preload(),
    onPointerEnter: () => void OpenPopover.preload(),
  });
  // Besides a click, `isOpen` can open the popover, for example on a key press. Once opened, the popover stays mounted,
  // so that the focus is restored when it closes.
  if (props.isOpen && !isAsked) setIsAsked(true);
  if (!isAsked) return closed;
  return <OpenPopover {...props} whileLoading={closed} />;
}
