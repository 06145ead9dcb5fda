import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";

/** Hash of a list's page that opens its dialog for a new record. */
export const newHash = "new";

/** Opens the dialog for a new record if the address asks for it, and removes the hash from the address. */
export function useNewHash(open: () => void): void {
  const { history } = useRouter();
  // While the next page loads, the address is already that of the next page.
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
