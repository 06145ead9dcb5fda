import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

/** URL fragment that makes the page of a list open its dialog for a new record. */
export const newHash = "new";

/** Opens the dialog for a new record if the URL asks for it. Then removes the fragment from the URL. */
export function useNewHash(open: () => void): void {
  const { history } = useRouter();
  // Path of this page. While another page is loading, the URL is already the one of that page.
  const [own] = useState(() => history.location.pathname);
  const isAsked = useLocation({ select: ({ hash }) => hash === newHash }) && history.location.pathname === own;
  const openAsked = useEffectEvent(() => {
    open();
    history.replace(`${history.location.pathname}${history.location.search}`);
  });
  useEffect(() => {
    if (isAsked) openAsked();
  }, [isAsked]);
}
