import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { onSessionEnded } from "../api/session-channel.ts";
import { type Session, sessionOptions } from "../api/session.ts";
import { forgetPlaces } from "./recent-places.ts";

/**
 * Delay between the expiry of the session and the check, in milliseconds. Without the delay, the check would be too
 * early if the browser's clock is slightly ahead of the service's clock.
 */
const grace = 1_000;

/**
 * Removes what the pages store about records in this browser when the session has ended. The session is checked when
 * the user signs out in another tab.
 */
export function useStorageCleanup(): void {
  const client = useQueryClient();
  // Not `useQuery`: when its component is unmounted while the router loads the session, it would cancel this request.
  const subscribe = useCallback((listen: () => void) => client.getQueryCache().subscribe(listen), [client]);
  const session = useSyncExternalStore(subscribe, () => client.getQueryData(sessionOptions.queryKey));
  const isOver = session !== undefined && isSignedOut(session);
  useEffect(() => onSessionEnded(() => void client.invalidateQueries(sessionOptions)), [client]);
  useEffect(() => {
    if (!isOver) return;
    forgetPlaces();
    forgetTab();
  }, [isOver]);
}

/** Removes what this tab stores: drafts, and the records and lists that were opened. */
function forgetTab(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("threadline.")) sessionStorage.removeItem(key);
}

function isSignedOut({ account, noLogin }: Session): boolean {
  return account === null && !noLogin;
}

/**
 * Returns whether the session has ended. In that case, clears the cached data and opens the sign-in page. The session
 * is checked when it expires.
 */
export function useSessionEnd(session: Session): boolean {
  const client = useQueryClient();
  const router = useRouter();
  const { endsAt } = session;
  const isOver = isSignedOut(session);

  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setTimeout(
      () => void client.invalidateQueries(sessionOptions),
      Date.parse(endsAt) - Date.now() + grace,
    );
    return () => clearTimeout(timer);
  }, [client, endsAt]);

  useEffect(() => {
    if (!isOver) return;
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionOptions.queryKey[0] });
    const { pathname, href } = router.latestLocation;
    if (pathname !== "/login") void router.navigate({ to: "/login", search: { next: href, hasEnded: true } });
  }, [client, router, isOver]);
  return isOver;
}
