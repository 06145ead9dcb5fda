import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** Hash of a list's page that opens its dialog for a new record. */
export const newHash = "new";

/** Opens the dialog for a new record if the address asks for it, and removes the hash from the address. */
export function useNewHash(open: () => void): void {
  const navigate = useNavigate();
  const isAsked = useLocation({ select: ({ hash }) => hash === newHash });
  const openAsked = useEffectEvent(() => {
    open();
    void navigate({ to: ".", search: true, hash: "", replace: true });
  });
  useEffect(() => {
    if (isAsked) openAsked();
  }, [isAsked]);
}
