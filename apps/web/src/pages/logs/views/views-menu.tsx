import { useState } from "react";
import { onDemand } from "../../../ui/on-demand.tsx";
import { ViewsButton } from "./views-button.tsx";
import type { ViewsPopoverProps } from "./views-popover.tsx";

const ViewsPopover = onDemand(async () => (await import("./views-popover.tsx")).ViewsPopover);

/** Menu of saved views. Its code is loaded after the list; an earlier click opens the menu once the code is there. */
export function ViewsMenu(props: Omit<ViewsPopoverProps, "startsOpen">) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <ViewsPopover
      {...props}
      startsOpen={isAsked}
      whileLoading={<ViewsButton aria-haspopup="dialog" isExpanded={false} onClick={() => setIsAsked(true)} />}
    />
  );
}
