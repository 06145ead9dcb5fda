import { type KeyboardEvent } from "react";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import type { JumpName } from "./use-jumps.ts";
import { type ThreadViewName, threadViews } from "./thread-search.ts";

export interface ThreadKeys {
  readonly onMove: (to: "next" | "previous" | "first" | "last") => void;
  readonly onCollapse: () => void;
  readonly onExpand: () => void;
  readonly onJump: (to: JumpName) => void;
  readonly onView: (view: ThreadViewName) => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
  /**
   * Whether the shortcuts work everywhere on the page. If false, only the arrow keys, Home and End work, and only while
   * the list of steps has the focus.
   */
  readonly hasShortcuts: boolean;
}

/** Handles the shortcuts of the page, and the arrow keys, Home and End in the focused list. */
export function useThreadKeys(keys: ThreadKeys): { readonly onArrow: (event: KeyboardEvent) => void } {
  const press = (key: string): boolean => {
    const view = threadViews[Number(key) - 1];
    if (view) keys.onView(view);
    else if (key === "j" || key === "ArrowDown") keys.onMove("next");
    else if (key === "k" || key === "ArrowUp") keys.onMove("previous");
    else if (key === "Home") keys.onMove("first");
    else if (key === "End") keys.onMove("last");
    else if (key === "h" || key === "ArrowLeft") keys.onCollapse();
    else if (key === "l" || key === "ArrowRight") keys.onExpand();
    else if (key === "e") keys.onJump("error");
    else if (key === "s") keys.onJump("slowest");
    else if (key === "c") keys.onJump("costliest");
    else if (key === "/") keys.onSearch();
    else if (key === "?") keys.onHelp();
    else if (key === "Escape") keys.onClose();
    else return false;
    return true;
  };
  useShortcuts(
    ["j", "k", "h", "l", "1", "2", "3", "4", "5", "e", "s", "c", "/", "?", "escape"],
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // Dialogs and menus handle their own keys. The sheet with a step is also a dialog, but the shortcuts of the page
      // work inside it.
      if (event.target instanceof Element && event.target.closest('[role="dialog"]:not([data-sheet]), [role="menu"]'))
        return;
      if (press(event.key)) event.preventDefault();
    },
    { useKey: true, enabled: keys.hasShortcuts },
  );
  return {
    onArrow(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || !/^(?:Arrow|Home$|End$)/.test(event.key)) return;
      const isInside = (event.target as Element).closest(
        "input, textarea, select, audio, video, pre, [role=separator]",
      );
      if (!isInside && press(event.key)) event.preventDefault();
    },
  };
}
