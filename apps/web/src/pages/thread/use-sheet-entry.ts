import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";

type SheetContent = "overview" | "step";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Content of the sheet for which the history entry was added. */
    readonly sheet?: SheetContent;
  }
}

/**
 * History entry of a sheet that covers the page, so that the browser's Back button closes the sheet. The sheet is also
 * open after a reload, after Forward, and after Back from a page that was opened from the sheet.
 */
export function useSheetEntry(): {
  /** Undefined if the current history entry does not belong to a sheet, for example because a link opened the step. */
  readonly content: SheetContent | undefined;
  /** Adds an entry with the same URL, unless the current entry already belongs to a sheet. */
  readonly open: (content: SheetContent) => void;
  /** Goes back if the current entry belongs to a sheet. Returns whether it does. */
  readonly close: () => boolean;
} {
  const { history } = useRouter();
  const content = useLocation({ select: ({ state }) => state.sheet });
  // Going back takes a moment, in which a second tap would leave the page.
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [content]);
  return useMemo(
    () => ({
      content,
      open(opened) {
        if (history.location.state.sheet === undefined) history.push(history.location.href, { sheet: opened });
      },
      close() {
        if (history.location.state.sheet === undefined) return false;
        if (!isClosing.current) history.back();
        isClosing.current = true;
        return true;
      },
    }),
    [history, content],
  );
}
