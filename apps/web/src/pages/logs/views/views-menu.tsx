import { lazy, Suspense, useState } from "react";
import { ViewsButton } from "./views-button.tsx";
import type { ViewsPopoverProps } from "./views-popover.tsx";

const ViewsPopover = lazy(async () => ({ default: (await import("./views-popover.tsx")).ViewsPopover }));

/** Menu of saved views. Its code is loaded after the list; an earlier click opens the menu once the code is there. */
export function ViewsMenu(props: Omit<ViewsPopoverProps, "startsOpen">) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Suspense fallback={<ViewsButton aria-haspopup="dialog" isExpanded={false} onClick={() => setIsAsked(true)} />}>
      <ViewsPopover {...props} startsOpen={isAsked} />
    </Suspense>
  );
}
