import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

/** URL fragment that opens the dialog for a new record on the page of a list. */
export const newHash = "new";

/** Opens the dialog for a new record if the URL has the fragment `asked`, and removes the fragment. */
export function useNewHash(open: () => void, asked: string = newHash): void {
  const { history } = useRouter();
  // Path of this page, stored when the page is mounted. When the user opens another page, the URL changes before this
  // page is unmounted. The fragment in the new URL must not open the dialog of this page.
  const [own] = useState(() => history.location.pathname);
  const isAsked = useLocation({ select: ({ hash }) => hash === asked }) && history.location.pathname === own;
  const openAsked = useEffectEvent(() => {
    open();
    history.replace(`${history.location.pathname}${history.location.search}`);
  });
  useEffect(() => {
    if (isAsked) openAsked();
  }, [isAsked]);
}
