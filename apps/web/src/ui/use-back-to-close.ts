import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useNewest } from "./use-newest.ts";

/**
 * Makes the browser's Back button close a sheet that covers the page. An opened sheet adds a history entry with the
 * same URL. Returns a function that closes the sheet and removes the entry. A sheet that is open from the start, for
 * example because of a link to it, adds no entry, so that Back returns to the page with the link.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): () => void {
  const { history } = useRouter();
  const onCloseRef = useNewest(onClose);
  const isFirst = useRef(true);
  const hasEntry = useRef(false);
  useEffect(() => {
    const wasOpenFromStart = isFirst.current;
    isFirst.current = false;
    if (!isOpen || wasOpenFromStart) return;
    history.push(history.location.href);
    hasEntry.current = true;
    const entry = history.location.state.__TSR_index;
    const unsubscribe = history.subscribe(({ location }) => {
      if (location.state.__TSR_index >= entry) return;
      hasEntry.current = false;
      onCloseRef.current();
    });
    return () => {
      hasEntry.current = false;
      unsubscribe();
    };
  }, [isOpen, history, onCloseRef]);
  return () => (hasEntry.current ? history.back() : onCloseRef.current());
}
